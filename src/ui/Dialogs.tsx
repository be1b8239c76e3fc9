import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect, useId, useRef } from 'react'
import { $dialog, type Dialog, dismissDialog } from '../lib/core/ui-state/dialogs.ts'
import { $dialogsWords } from '../lib/core/words/dialogs.words.yaml'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'
import { useModal } from './Modal.tsx'

/** Shows the question of `lib/core/ui-state/dialogs.ts`; one per document. */
export function Dialogs() {
  const dialog = useStore($dialog)
  // Dismisses the question when the screen is closed.
  useEffect(() => () => dismissDialog(), [])
  return dialog && <Question key={dialog.id} dialog={dialog} />
}

function Question({ dialog }: { readonly dialog: Dialog }) {
  const words = useStore($dialogsWords)
  const element = useRef<HTMLDialogElement>(null)
  const textId = useId()
  useModal(element, true)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (dialog.kind === 'confirm') return dialog.answer(true)
    const typed = new FormData(event.currentTarget).get('answer')
    return dialog.answer(typeof typed === 'string' ? typed : '')
  }

  return (
    <dialog
      ref={element}
      className="modal"
      role="alertdialog"
      aria-label={dialog.action}
      aria-describedby={textId}
      // Its own: a browser says late that it has closed a dialog, when the next one may be open.
      onClose={() => dismissDialog(dialog)}
    >
      <form onSubmit={submit}>
        <p id={textId} className="modal-text">
          {dialog.text}
        </p>
        {dialog.kind === 'prompt' && (
          <Field label={dialog.label}>
            {(control) => (
              <input
                {...control}
                name="answer"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
        )}
        <div className="modal-actions">
          <Button variant="secondary" onClick={() => dismissDialog(dialog)}>
            {words.cancel}
          </Button>
          <Button variant="danger" type="submit">
            {dialog.action}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
