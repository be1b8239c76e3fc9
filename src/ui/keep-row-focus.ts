const rowSelector = 'li, [role=row]'
/** Excludes buttons that expand text, because not every row has them. */
const buttonSelector = 'button:not(.clamped-toggle)'

/**
 * A ref for the container of a list. When the focused row is removed, the focus moves to the same button
 * of the row that took its place or, if the list is empty, to the field for that case.
 */
export function keepRowFocus(list: HTMLElement | null) {
  if (list === null) return
  let focused: Place | undefined

  const remember = ({ target }: Event) => {
    // A dialog about the row restores the focus, unless the row was removed meanwhile.
    if (target instanceof Element && target.closest('dialog') !== null) return
    focused = target instanceof HTMLElement ? placeOf(target, list) : undefined
  }

  const follow = () => {
    if (focused === undefined) return
    if (focused.element.isConnected) {
      focused = placeOf(focused.element, list) ?? focused
    } else if (document.querySelector('dialog[open]') !== null) {
      requestAnimationFrame(follow)
    } else if (document.activeElement === document.body) {
      controlAt(list, focused)?.focus()
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

interface Place {
  readonly element: HTMLElement
  /** The index of its row in the list. */
  readonly row: number
  /** The index of its button in the row. */
  readonly button: number
}

function placeOf(element: HTMLElement, list: HTMLElement): Place | undefined {
  const row = element.closest(rowSelector)
  const button = element.closest(buttonSelector)
  if (row === null || button === null || !list.contains(row)) return undefined
  return {
    element,
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
