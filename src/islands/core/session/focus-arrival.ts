let isFirst = true

/**
 * Moves the focus to new content, because the focused element is gone. The first content of a document
 * does not change the focus.
 */
export function focusArrival(content: HTMLElement | null): void {
  if (!isFirst && document.activeElement === document.body) content?.focus()
  isFirst = false
}
