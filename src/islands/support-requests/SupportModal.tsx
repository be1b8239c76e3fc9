import { useStore } from '@nanostores/react'
import { type ReactNode, useCallback, useState } from 'react'
import {
  isSupportFilled,
  type SupportFields,
  submitSupport,
  supportDefaults,
  supportPriorities,
  supportRequestTypes,
} from '../../lib/support-requests/support.ts'
import { $supportWords } from '../../lib/support-requests/words/support.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Options } from '../../ui/Options.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { useForm } from '../../ui/use-form.ts'

interface SupportModalProps {
  readonly isOpen: boolean
  /** The options of the affected member; loaded only when they are rendered. */
  readonly members: ReactNode
  readonly onClose: () => void
  /** The name of its draft. */
  readonly draft?: string
  /** The first values of its fields. */
  readonly filled?: Partial<SupportFields>
}

/** R190-R199: cancelling keeps the draft, success empties and closes it. */
export function SupportModal(props: SupportModalProps) {
  const { isOpen, members, onClose, draft: draftName = 'support' } = props
  const filled = { ...supportDefaults, ...props.filled }
  const words = useStore($supportWords)
  const [isFilled, setFilled] = useState(false)
  const { pending, field, onSubmit } = useForm(
    submitSupport,
    (sent) => {
      setFilled(isSupportFilled(new FormData(sent)))
      onClose()
    },
    draftName,
  )
  const draft = useDraft(draftName)
  const open = useCallback(
    (form: HTMLFormElement | null) => {
      const close = draft(form)
      if (form !== null) setFilled(isSupportFilled(new FormData(form)))
      return close
    },
    [draft],
  )

  return (
    <Modal title={words.title} isOpen={isOpen} onDismiss={onClose}>
      <form
        ref={open}
        noValidate
        onSubmit={onSubmit}
        onInput={(event) => setFilled(isSupportFilled(new FormData(event.currentTarget)))}
      >
        <Field {...field('request_type')} label={words.type}>
          {(control) => (
            <select {...control} defaultValue={filled.request_type}>
              <Options values={supportRequestTypes} labels={words} />
            </select>
          )}
        </Field>
        <Field {...field('priority')} label={words.priority}>
          {(control) => (
            <select {...control} defaultValue={filled.priority}>
              <Options values={supportPriorities} labels={words} />
            </select>
          )}
        </Field>
        <Field {...field('team_member_affected')} label={words.member}>
          {(control) => (
            <select {...control} defaultValue={filled.team_member_affected}>
              <option value="">{words.noMember}</option>
              {isOpen && members}
            </select>
          )}
        </Field>
        <Field {...field('subject')} label={words.subject} required>
          {(control) => <input {...control} autoComplete="off" defaultValue={filled.subject} />}
        </Field>
        <Field {...field('description')} label={words.description} required>
          {(control) => <textarea {...control} rows={5} defaultValue={filled.description} />}
        </Field>
        <div className="modal-actions">
          <Button type="submit" disabled={!isFilled} pending={pending}>
            {pending ? words.submitting : words.submit}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
