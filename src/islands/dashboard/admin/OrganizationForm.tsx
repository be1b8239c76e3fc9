import { useStore } from '@nanostores/react'
import { $organizationsMessages } from '../../../lib/messages/organizations.ts'
import {
  industries,
  organizationDraft,
  saveOrganization,
} from '../../../lib/screens/organization-form.ts'
import { draftOf, dropDraft } from '../../../lib/ui-state/drafts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { Options } from '../../../ui/Options.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useDraft } from '../../../ui/use-draft.ts'
import { useForm } from '../../../ui/use-form.ts'

/** R301, R319-R327. */
export function OrganizationForm({ onClose }: { readonly onClose: () => void }) {
  const messages = useStore($organizationsMessages)
  const { pending, field, onSubmit } = useForm(saveOrganization, close)
  function close() {
    dropDraft(organizationDraft)
    onClose()
  }
  return (
    <Modal
      title={messages.createTitle}
      isOpen
      onDismiss={close}
      asksBeforeDiscard
      hasDraft={draftOf(organizationDraft) !== undefined}
    >
      <form
        ref={useDraft(organizationDraft)}
        className="modal-columns"
        noValidate
        onSubmit={onSubmit}
      >
        <TextField {...field('name')} label={messages.name} required />
        <Field {...field('industry')} label={messages.industry}>
          {(control) => (
            <select {...control} defaultValue="finance">
              <Options values={industries} labels={messages} />
            </select>
          )}
        </Field>
        <TextField
          {...field('contact_email')}
          label={messages.contactEmail}
          type="email"
          required
        />
        <TextField {...field('phone')} label={messages.phoneOptional} type="tel" />
        <Field {...field('employee_count')} label={messages.employeeCount}>
          {(control) => <input {...control} type="number" min="0" defaultValue="0" />}
        </Field>
        <div className="modal-actions">
          <Button type="submit" pending={pending}>
            {pending ? messages.saving : messages.create}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
