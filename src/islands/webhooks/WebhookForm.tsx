import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { findOrganizations } from '../../lib/organizations/find-organizations.ts'
import {
  organizationOf,
  saveWebhook,
  type Webhook,
  webhookEvents,
  wordOf,
} from '../../lib/webhooks/webhooks.ts'
import { $webhooksWords } from '../../lib/webhooks/words/webhooks.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Picker } from '../../ui/Picker.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './WebhookForm.module.css'

interface WebhookFormProps {
  /** The webhook to change; undefined to add one. */
  readonly editing: Webhook | undefined
  readonly allowsHttp: boolean
  readonly onClose: () => void
}

export function WebhookForm({ editing, allowsHttp, onClose }: WebhookFormProps) {
  const words = useStore($webhooksWords)
  const { pending, field, onSubmit } = useForm((form) => saveWebhook(form, editing), onClose)
  const isNew = editing === undefined
  return (
    <Modal
      title={isNew ? words.addTitle : words.editTitle}
      isOpen
      onDismiss={onClose}
      asksBeforeDiscard
    >
      <form noValidate onSubmit={onSubmit}>
        <Field
          {...field('url')}
          label={words.url}
          hint={allowsHttp ? words.urlHintHttp : words.urlHint}
          required
        >
          {(control) => (
            <input
              {...control}
              dir="ltr"
              type="url"
              inputMode="url"
              defaultValue={editing?.url ?? ''}
              placeholder="https://"
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
        <TextField
          {...field('description')}
          label={words.description}
          initial={editing?.description}
        />
        <Events editing={editing} problem={field('events').problem} />
        <Picker
          label={words.organization}
          name="organization_id"
          placeholder={words.allOrganizations}
          search={findOrganizations}
          initial={organizationOf(editing)}
          problem={field('organization_id').problem}
        />
        <div className="modal-actions">
          <Button type="submit" pending={pending}>
            {pending ? words.saving : isNew ? words.create : words.save}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

interface EventsProps {
  readonly editing: Webhook | undefined
  readonly problem: string | undefined
}

function Events({ editing, problem }: EventsProps) {
  const words = useStore($webhooksWords)
  const id = useId()
  return (
    <fieldset className={styles.events} aria-describedby={problem && `${id}-problem`}>
      <legend>{words.events}</legend>
      {problem !== undefined && (
        <p className="field-problem" id={`${id}-problem`}>
          {words.chooseEvent}
        </p>
      )}
      {webhookEvents.map((event) => (
        <div key={event} className={styles.event}>
          <input
            type="checkbox"
            id={`${id}-${event}`}
            name="events"
            value={event}
            defaultChecked={editing?.events.includes(event) ?? event === 'threat.reported'}
            aria-invalid={problem === undefined ? undefined : true}
            aria-describedby={`${id}-${event}-hint`}
          />
          <label htmlFor={`${id}-${event}`}>
            {words[wordOf(event)]} <code dir="ltr">{event}</code>
          </label>
          <p className="field-hint" id={`${id}-${event}-hint`}>
            {words[`${wordOf(event)}Hint`]}
          </p>
        </div>
      ))}
    </fieldset>
  )
}
