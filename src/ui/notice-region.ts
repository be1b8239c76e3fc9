import './notices.css'

const regionId = 'notices'

/** Where notices stand; the page's layout has the region, a bare test document gets one. */
export function noticeRegion(): HTMLElement {
  return document.getElementById(regionId) ?? document.body.appendChild(newRegion())
}

/** Problems stand in a place of their own, for they announce themselves. */
export function noticePlace(name: 'alert' | 'status'): HTMLElement {
  const place = noticeRegion().querySelector<HTMLElement>(`[data-place=${name}]`)
  if (place === null) throw new Error(`the notice region has no place named ${name}`)
  return place
}

function newRegion(): HTMLElement {
  const region = document.createElement('div')
  region.id = regionId
  region.className = 'notices'
  for (const name of ['alert', 'status'] as const) {
    const place = document.createElement('div')
    place.dataset.place = name
    if (name === 'status') place.role = 'status'
    region.append(place)
  }
  return region
}

/**
 * Everything outside a modal dialog is inert: the region moves into the topmost one as it opens,
 * and back as it closes. @returns what stops the watching
 */
export function keepRegionReachable(): () => void {
  const region = noticeRegion()
  const settle = () => {
    const host = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
    if (region.parentElement !== host) host.append(region)
  }
  const observer = new MutationObserver(settle)
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['open'],
  })
  settle()
  return () => {
    observer.disconnect()
    // A dialog that goes with the rest of the screen must not take the region along.
    if (region.parentElement !== document.body) document.body.append(region)
  }
}
