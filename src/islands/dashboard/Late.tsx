import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { loadClient } from '../../lib/core/api/http.ts'
import { enterDialog } from '../../lib/core/ui-state/notices.ts'
import { $layoutWords } from '../../lib/core/words/layout.words.yaml'
import { $isEnding, staySignedIn, watchIdle } from '../../lib/sign-in/idle.ts'
import { signOut } from '../../lib/sign-in/session.ts'
import { $sessionWords } from '../../lib/sign-in/words/session.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Dialogs } from '../../ui/Dialogs.tsx'
import { lazy, preloadSoon, useLazyExtra } from '../../ui/lazy-component.ts'
import { useModal } from '../../ui/Modal.tsx'
import { Search } from '../search/Search.tsx'
import styles from './Late.module.css'

const languageSwitch = lazy(
  async () => (await import('../core/language/LanguageSwitch.tsx')).LanguageSwitch,
)

/**
 * A user who came by the sign-in page has not loaded that of the dashboard; the browser keeps it
 * for the next start.
 */
const keepPage = async () => {
  // Read to its end: an answer that is still open keeps the page out of Firefox's back/forward cache.
  await (await fetch(location.pathname)).text()
}

/**
 * Parts that every dashboard has and none shows first: the search, the switch to the other language
 * at the end of the header's menu, questions, and the warning before the session ends.
 */
export function Late({ secondsLeft }: { readonly secondsLeft: number | null }) {
  const Switch = useLazyExtra(languageSwitch)
  const menu = document.getElementById('menu')
  useEffect(() => preloadSoon({ load: loadClient }), [])
  useEffect(() => preloadSoon({ load: keepPage }), [])
  return (
    <>
      <Search />
      {menu &&
        Switch &&
        createPortal(
          <div className={styles.language}>
            <Switch />
          </div>,
          menu,
        )}
      <Dialogs />
      <SessionEnding secondsLeft={secondsLeft} />
    </>
  )
}

/** Warns before the session expires. Does nothing if the backend does not send the remaining time. */
function SessionEnding({ secondsLeft }: { readonly secondsLeft: number | null }) {
  const isEnding = useStore($isEnding)
  useEffect(() => (secondsLeft === null ? undefined : watchIdle(secondsLeft)), [secondsLeft])
  return isEnding ? <Question /> : null
}

function Question() {
  const words = useStore($sessionWords)
  const layout = useStore($layoutWords)
  const dialog = useRef<HTMLDialogElement>(null)
  const text = useId()
  useModal(dialog, true)
  useEffect(enterDialog, [])
  return (
    <dialog
      ref={dialog}
      className="modal"
      role="alertdialog"
      aria-label={words.ending}
      aria-describedby={text}
      onCancel={(event) => {
        event.preventDefault()
        void staySignedIn()
      }}
    >
      <p id={text} className="modal-text">
        {words.endingText}
      </p>
      <div className="modal-actions">
        <Button onClick={() => void staySignedIn()}>{words.stay}</Button>
        <Button variant="secondary" onClick={signOut}>
          {layout.logout}
        </Button>
      </div>
    </dialog>
  )
}
