import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { $searchWords } from '../../lib/search/words/search.words.yaml'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Search.module.css'
import { SearchDialog } from './SearchDialog.tsx'
import { isApple, isShortcut, shortcutText } from './shortcut.ts'

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
