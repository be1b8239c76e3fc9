import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { draftOf, dropDraft } from '../lib/core/ui-state/drafts.ts'
import type { Submitted } from '../lib/core/ui-state/form.ts'
import { $dialogsWords } from '../lib/core/words/dialogs.words.yaml'
import { Button } from './Button.tsx'
import { Modal } from './Modal.tsx'
import { useDraft } from './use-draft.ts'
import { type Form, useForm } from './use-form.ts'

interface FormModalProps {
  readonly title: string
  readonly submit: (form: FormData) => Promise<Submitted> | Submitted
  /** The words of the button, and its words while the form is sent. */
  readonly label?: string | undefined
  readonly pendingLabel?: string
  /** The name of the draft that it keeps until it closes. */
  readonly draft?: string
  readonly asksBeforeDiscard?: boolean
  readonly hasColumns?: boolean
  /** Stands below the form. */
  readonly below?: ReactNode
  readonly onClose: () => void
  /** The fields. */
  readonly children: (field: Form['field'], close: () => void) => ReactNode
}

/** A dialog with a form, which closes when what was typed is stored. */
export function FormModal(props: FormModalProps) {
  const words = useStore($dialogsWords)
  const { label = words.save, pendingLabel = words.saving } = props
  const { title, submit, draft, hasColumns, below, onClose, children } = props
  const { pending, field, onSubmit } = useForm(submit, close)
  function close() {
    if (draft !== undefined) dropDraft(draft)
    onClose()
  }
  return (
    <Modal
      title={title}
      isOpen
      onDismiss={close}
      asksBeforeDiscard={props.asksBeforeDiscard}
      hasDraft={draft !== undefined && draftOf(draft) !== undefined}
    >
      <form
        ref={useDraft(draft)}
        className={hasColumns === true ? 'modal-columns' : undefined}
        noValidate
        onSubmit={onSubmit}
      >
        {children(field, close)}
        <div className="modal-actions">
          <Button type="submit" pending={pending}>
            {pending ? pendingLabel : label}
          </Button>
        </div>
      </form>
      {below}
    </Modal>
  )
}
