import { type RefObject, useEffect } from 'react'

const rowSelector = 'li, [role=row]'
/** Excludes buttons that expand text, because not every row has them. */
const buttonSelector = 'button:not(.clamped-toggle)'

/** Controls that give way to each other, as an action and its undo do. */
const groupSelector = '[data-keep-focus]'

/**
 * A ref for the container of a list. When the focused row is removed, the focus moves to the same button
 * of the row that took its place or, if the list is empty, to the field for that case. When the focused
 * control of a `data-keep-focus` is removed and the group stays, the focus stays in the group: on the
 * button in `data-takes-focus`, on its first one or, without buttons, on the group itself.
 */
export function keepRowFocus(list: HTMLElement | null) {
  if (list === null) return
  let focused: Place | undefined

  const remember = ({ target }: Event) => {
    // A dialog about the row restores the focus, unless the row was removed meanwhile.
    if (target instanceof Element && target.closest('dialog')?.contains(list) === false) return
    focused = target instanceof HTMLElement ? placeOf(target, list) : undefined
  }

  const follow = () => {
    if (focused === undefined) return
    if (focused.element.isConnected) {
      focused = placeOf(focused.element, list) ?? focused
      // The buttons of a group may load after it got the focus.
      const { element, group } = focused
      if (element === group && document.activeElement === group) nextIn(group).focus()
    } else if (
      [...document.querySelectorAll('dialog[open]')].some((dialog) => !dialog.contains(list))
    ) {
      requestAnimationFrame(follow)
    } else if (document.activeElement === document.body) {
      // The row is where it was, also if the user has scrolled meanwhile.
      if (focused.group?.isConnected) nextIn(focused.group).focus({ preventScroll: true })
      else controlAt(list, focused)?.focus()
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
  /** The group that it belongs to. */
  readonly group: HTMLElement | null
  /** The index of its row in the list; -1 outside the rows. */
  readonly row: number
  /** The index of its button in the row; -1 for another control. */
  readonly button: number
}

function placeOf(element: HTMLElement, list: HTMLElement): Place | undefined {
  const row = element.closest(rowSelector)
  const button = element.closest(buttonSelector)
  const group = element.closest<HTMLElement>(groupSelector)
  // `contains` is false for null.
  if (!list.contains(group ?? (button && row))) return undefined
  const inRow: (Element | null)[] = [...(row?.querySelectorAll(buttonSelector) ?? [])]
  const rows: (Element | null)[] = rowsOf(list)
  return { element, group, row: rows.indexOf(row), button: inRow.indexOf(button) }
}

function nextIn(group: HTMLElement): HTMLElement {
  const marked = group.querySelector<HTMLElement>('[data-takes-focus] button')
  return marked ?? group.querySelector('button') ?? group
}

function controlAt(list: HTMLElement, { row, button }: Place): HTMLElement | null {
  if (row < 0) return null
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

/** Keeps the focus in a list; its code loads after the first view, before which nothing leaves the list. */
export function RowFocus({ list }: { readonly list: RefObject<HTMLElement | null> }) {
  useEffect(() => keepRowFocus(list.current), [list])
  return null
}
