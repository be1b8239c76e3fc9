/** Command on Apple's systems, Control on others. */
export function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform)
}

/** As shown on the button. */
export function shortcutText(): string {
  return isApple() ? '⌘ K' : 'Ctrl K'
}

/**
 * Whether a key press asks for the search. Not in a text field, where browsers and systems edit with the
 * same keys, and not over a dialog, whose input could be lost.
 */
export function isShortcut(event: KeyboardEvent): boolean {
  const { key, metaKey, ctrlKey, altKey, shiftKey } = event
  if (key.toLowerCase() !== 'k' || altKey || shiftKey || event.repeat) return false
  if (isApple() ? !metaKey || ctrlKey : !ctrlKey || metaKey) return false
  return (
    !event.defaultPrevented &&
    !isTextField(event.target) &&
    document.querySelector('dialog[open]') === null
  )
}

const withoutText = ['button', 'checkbox', 'radio', 'submit', 'reset', 'file', 'range', 'color']

function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !withoutText.includes(target.type)
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  )
}
