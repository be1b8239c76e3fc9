import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef } from 'react'
import { enterDialog } from '../../lib/core/ui-state/notices.ts'
import { $layoutWords } from '../../lib/core/words/layout.words.yaml'
import { $isEnding, staySignedIn, watchIdle } from '../../lib/sign-in/idle.ts'
import { signOut } from '../../lib/sign-in/session.ts'
import { $sessionWords } from '../../lib/sign-in/words/session.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { useModal } from '../../ui/Modal.tsx'

/** Warns before the session expires. Does nothing if the backend does not send the remaining time. */
export function SessionEnding({ secondsLeft }: { readonly secondsLeft: number | null }) {
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
