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
import { Field } from '../../ui/Field.tsx'
import { FormModal } from '../../ui/FormModal.tsx'
import { Picker } from '../../ui/Picker.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './WebhookForm.module.css'

interface WebhookFormProps {
  /** The webhook to change; undefined to add one. */
  readonly editing: Webhook | undefined
  readonly allowsHttp: boolean
  readonly onClose: () => void
}

export function WebhookForm({ editing, allowsHttp, onClose }: WebhookFormProps) {
  const words = useStore($webhooksWords)
  const isNew = editing === undefined
  return (
    <FormModal
      title={isNew ? words.add : words.editTitle}
      submit={(form) => saveWebhook(form, editing)}
      label={isNew ? words.add : undefined}
      asksBeforeDiscard
      onClose={onClose}
    >
      {(field) => (
        <>
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
        </>
      )}
    </FormModal>
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
