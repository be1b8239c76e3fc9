import { noticeRegion } from './notice-region.ts'

const scrollPadding = '--notices-size'
const roomBelow = '--notices-room'

/**
 * Scrolls the focused element clear of notices (WCAG 2.4.11), when they appear and when the focus moves.
 * @returns a function that stops it
 */
export function keepFocusUncovered(): () => void {
  const region = noticeRegion()
  const { style } = document.documentElement

  function clear() {
    style.removeProperty(scrollPadding)
    style.removeProperty(roomBelow)
  }

  function uncover() {
    // Without notices there is no measurement, which would cause another layout.
    if (region.querySelector('.notice') === null) return clear()
    const size = sizeOf(region)
    style.setProperty(scrollPadding, `${size}px`)
    if (size === 0) style.removeProperty(roomBelow)
    const focused = document.activeElement
    if (focused === null || region.contains(focused) || !isCovered(focused, region)) return
    // The last element of a page can scroll clear only with room below it.
    style.setProperty(roomBelow, `${size}px`)
    focused.scrollIntoView({ block: 'nearest' })
  }

  const observer = new ResizeObserver(uncover)
  observer.observe(region)
  document.addEventListener('focusin', uncover)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', uncover)
    clear()
  }
}

/** The height from the top of the region to the bottom of the window or its dialog. */
function sizeOf(region: HTMLElement): number {
  const { top, height } = region.getBoundingClientRect()
  if (height === 0) return 0
  const dialog = region.closest('dialog')
  return Math.ceil((dialog?.getBoundingClientRect().bottom ?? innerHeight) - top)
}

function isCovered(focused: Element, region: HTMLElement): boolean {
  const one = focused.getBoundingClientRect()
  return [...region.querySelectorAll('.notice')].some((notice) => {
    const other = notice.getBoundingClientRect()
    return (
      one.top < other.bottom &&
      other.top < one.bottom &&
      one.left < other.right &&
      other.left < one.right
    )
  })
}
