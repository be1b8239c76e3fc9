import { useStore } from '@nanostores/react'
import { useCallback, useState } from 'react'
import { $supportMessages } from '../../../lib/messages/support.ts'
import {
  isSupportFilled,
  submitSupport,
  supportDefaults,
  supportPriorities,
  supportRequestTypes,
} from '../../../lib/screens/support.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { Options } from '../../../ui/Options.tsx'
import { useDraft } from '../../../ui/use-draft.ts'
import { useForm } from '../../../ui/use-form.ts'
import { MemberOptions } from './MemberOptions.tsx'

interface SupportModalProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** R190-R199: cancelling keeps the draft, success empties and closes it. */
export function SupportModal({ isOpen, onClose }: SupportModalProps) {
  const messages = useStore($supportMessages)
  const [isFilled, setFilled] = useState(false)
  const { pending, onSubmit } = useForm(
    submitSupport,
    (sent) => {
      setFilled(isSupportFilled(new FormData(sent)))
      onClose()
    },
    'support',
  )
  const draft = useDraft('support')
  const open = useCallback(
    (form: HTMLFormElement | null) => {
      const close = draft(form)
      if (form !== null) setFilled(isSupportFilled(new FormData(form)))
      return close
    },
    [draft],
  )

  return (
    <Modal title={messages.title} isOpen={isOpen} onDismiss={onClose}>
      <form
        ref={open}
        noValidate
        onSubmit={onSubmit}
        onInput={(event) => setFilled(isSupportFilled(new FormData(event.currentTarget)))}
      >
        <Field label={messages.type}>
          {(control) => (
            <select {...control} name="request_type" defaultValue={supportDefaults.request_type}>
              <Options values={supportRequestTypes} labels={messages} />
            </select>
          )}
        </Field>
        <Field label={messages.priority}>
          {(control) => (
            <select {...control} name="priority" defaultValue={supportDefaults.priority}>
              <Options values={supportPriorities} labels={messages} />
            </select>
          )}
        </Field>
        <Field label={messages.member}>
          {(control) => (
            <select {...control} name="team_member_affected" defaultValue="">
              <option value="">{messages.noMember}</option>
              {isOpen && <MemberOptions />}
            </select>
          )}
        </Field>
        <Field label={messages.subject} required>
          {(control) => <input {...control} name="subject" autoComplete="off" />}
        </Field>
        <Field label={messages.description} required>
          {(control) => <textarea {...control} name="description" rows={5} />}
        </Field>
        <div className="modal-actions">
          <Button type="submit" disabled={!isFilled} pending={pending}>
            {pending ? messages.submitting : messages.submit}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
