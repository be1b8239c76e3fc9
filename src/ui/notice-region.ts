import type { Notice } from '../lib/notices.ts'
import './notices.css'

const regionId = 'notices'

/** Where notices of one kind stand; the page's layout has the place, a bare test document gets one. */
export function noticeRegion(kind: Notice['kind']): HTMLElement {
  const region = document.getElementById(regionId) ?? document.body.appendChild(newRegion())
  const place = region.querySelector<HTMLElement>(`[data-kind=${kind}]`)
  if (place === null) throw new Error(`the notice region has no place for a ${kind}`)
  return place
}

function newRegion(): HTMLElement {
  const region = document.createElement('div')
  region.id = regionId
  region.className = 'notices'
  for (const kind of ['problem', 'success'] as const) {
    const place = document.createElement('div')
    place.dataset.kind = kind
    if (kind === 'success') place.role = 'status'
    region.append(place)
  }
  return region
}

/**
 * Everything outside a modal dialog is inert: the region moves into the topmost one as it opens,
 * and back as it closes. @returns what stops the watching
 */
export function keepRegionReachable(): () => void {
  const region = noticeRegion('problem').parentElement
  if (region === null) return () => {}
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
