import './notices.css'

const regionId = 'notices'

/** The region of notices in the page's layout; created if the document has none, as in tests. */
export function noticeRegion(): HTMLElement {
  return document.getElementById(regionId) ?? document.body.appendChild(newRegion())
}

/** The container of problems or of other notices. Problems are separate because they are alerts. */
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
 * Everything outside a modal dialog is inert, so the region moves into the topmost dialog when it opens
 * and back when it closes. @returns a function that stops it
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
    // A dialog that is removed with its screen must not remove the region.
    if (region.parentElement !== document.body) document.body.append(region)
  }
}
