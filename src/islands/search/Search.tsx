import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { $searchWords } from '../../lib/search/words/search.words.yaml'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Search.module.css'
import { SearchDialog } from './SearchDialog.tsx'

/** Command on Apple's systems, Control on others. */
function isApple(): boolean {
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

/** The button in the header, and the dialog that it and the keyboard open. */
export function Search() {
  const words = useStore($searchWords)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!isShortcut(event)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', press)
    const early = globalThis.keysEarly ?? []
    globalThis.keysEarly = undefined
    for (const key of early) press(new KeyboardEvent('keydown', key))
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        className={styles.open}
        aria-keyshortcuts={isApple() ? 'Meta+K' : 'Control+K'}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span className={styles.word}>{words.search}</span>
        <span aria-hidden="true">
          <kbd className={styles.keys}>{shortcutText()}</kbd>
        </span>
      </button>
      <SearchDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
