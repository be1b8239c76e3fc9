import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef } from 'react'
import { $isEnding, staySignedIn, watchIdle } from '../../lib/core/session/idle.ts'
import { signOut } from '../../lib/core/session/session.ts'
import { enterDialog } from '../../lib/core/ui-state/notices.ts'
import { $layoutMessages } from '../../lib/core/words/layout.words.yaml'
import { $sessionMessages } from '../../lib/core/words/session.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { useModal } from '../../ui/Modal.tsx'

/** Warns before the session expires. Does nothing if the backend does not send the remaining time. */
export function SessionEnding({ secondsLeft }: { readonly secondsLeft: number | null }) {
  const isEnding = useStore($isEnding)
  useEffect(() => (secondsLeft === null ? undefined : watchIdle(secondsLeft)), [secondsLeft])
  return isEnding ? <Question /> : null
}

function Question() {
  const messages = useStore($sessionMessages)
  const layout = useStore($layoutMessages)
  const dialog = useRef<HTMLDialogElement>(null)
  const text = useId()
  useModal(dialog, true)
  useEffect(enterDialog, [])
  return (
    <dialog
      ref={dialog}
      className="modal"
      role="alertdialog"
      aria-label={messages.ending}
      aria-describedby={text}
      onCancel={(event) => {
        event.preventDefault()
        void staySignedIn()
      }}
    >
      <p id={text} className="modal-text">
        {messages.endingText}
      </p>
      <div className="modal-actions">
        <Button onClick={() => void staySignedIn()}>{messages.stay}</Button>
        <Button variant="secondary" onClick={signOut}>
          {layout.logout}
        </Button>
      </div>
    </dialog>
  )
}
