let isFirst = true

/**
 * Gives the focus to new content, for what had it is gone. The first content of a document leaves
 * the focus where the browser has put it.
 */
export function focusArrival(content: HTMLElement | null): void {
  if (!isFirst && document.activeElement === document.body) content?.focus()
  isFirst = false
}
