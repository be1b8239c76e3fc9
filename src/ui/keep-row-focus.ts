const rowSelector = 'li, [role=row]'
/** Excludes buttons that expand text, because not every row has them. */
const buttonSelector = 'button:not(.clamped-toggle)'

/**
 * A ref for the container of a list. When the focused row is removed, the focus moves to the same button
 * of the row that took its place or, if the list is empty, to the field for that case.
 */
export function keepRowFocus(list: HTMLElement | null) {
  if (list === null) return
  let focused: { readonly element: HTMLElement; readonly place: Place } | undefined

  function remember(event: Event) {
    const { target } = event
    // A dialog about the row restores the focus, unless the row was removed meanwhile.
    if (target instanceof Element && target.closest('dialog') !== null) return
    const place = target instanceof HTMLElement ? placeOf(target, list) : undefined
    focused =
      target instanceof HTMLElement && place !== undefined ? { element: target, place } : undefined
  }

  function follow() {
    if (focused === undefined || list === null) return
    if (focused.element.isConnected) {
      const place = placeOf(focused.element, list)
      if (place !== undefined) focused = { ...focused, place }
    } else if (document.querySelector('dialog[open]') !== null) {
      requestAnimationFrame(follow)
    } else if (document.activeElement === document.body) {
      controlAt(list, focused.place)?.focus()
    }
  }

  const observer = new MutationObserver(follow)
  observer.observe(list, { childList: true, subtree: true })
  document.addEventListener('focusin', remember)
  // A click elsewhere clears the remembered row, even if it focuses nothing.
  document.addEventListener('pointerdown', remember)
  return () => {
    focused = undefined
    observer.disconnect()
    document.removeEventListener('focusin', remember)
    document.removeEventListener('pointerdown', remember)
  }
}

/** The index of the row in the list, and of the button in the row. */
interface Place {
  readonly row: number
  readonly button: number
}

function placeOf(element: HTMLElement, list: HTMLElement | null): Place | undefined {
  const row = element.closest(rowSelector)
  const button = element.closest(buttonSelector)
  if (list === null || row === null || button === null || !list.contains(row)) return undefined
  return {
    row: rowsOf(list).indexOf(row),
    button: [...row.querySelectorAll(buttonSelector)].indexOf(button),
  }
}

function controlAt(list: HTMLElement, { row, button }: Place): HTMLElement | null {
  const rows = rowsOf(list)
  const next = rows[Math.min(row, rows.length - 1)]
  if (next === undefined) return list.querySelector('[data-focus-when-empty], [type=search]')
  const buttons = next.querySelectorAll<HTMLElement>(buttonSelector)
  return buttons[Math.min(button, buttons.length - 1)] ?? null
}

/** Rows with buttons, which excludes the head of a table. */
function rowsOf(list: HTMLElement): Element[] {
  return [...list.querySelectorAll(rowSelector)].filter((row) => row.querySelector(buttonSelector))
}
