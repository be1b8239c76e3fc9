import { useStore } from '@nanostores/react'
import { useEffect, useId, useState } from 'react'
import { displayTime } from '../../lib/core/i18n/format.ts'
import { searchOrganizations } from '../../lib/organizations/organization-choices.ts'
import {
  $newSecret,
  hideSecret,
  openWebhooks,
  organizationOf,
  saveWebhook,
  type Webhook,
  webhookEvents,
  webhooks,
  wordOf,
} from '../../lib/webhooks/webhooks.ts'
import { $webhooksWords } from '../../lib/webhooks/words/webhooks.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormModal } from '../../ui/FormModal.tsx'
import { Picker } from '../../ui/Picker.tsx'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { CopyField } from '../core/parts/CopyField.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { ViewPage } from '../core/parts/ViewPage.tsx'
import { Deliveries } from './Deliveries.tsx'
import { WebhookCard } from './WebhookCard.tsx'
import styles from './WebhooksView.module.css'

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
            search={searchOrganizations}
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

/** The webhooks of the operator, and the messages that were not delivered. */
export function WebhooksView() {
  const words = useStore($webhooksWords)
  const [edited, setEdited] = useState<Webhook | 'new'>()
  useEffect(openWebhooks, [])
  const close = () => setEdited(undefined)
  return (
    <ViewPage screen="admin" view="webhooks" subtitle={words.text}>
      <Loaded store={webhooks} loading={words.loading} failed={words.loadFailed} isQuiet>
        {({ is_offered, allows_http, webhooks: rows }) => {
          if (!is_offered && rows.length === 0) {
            return <StateMessage title={words.notOffered} hint={words.notOfferedHint} />
          }
          const add = <Button onClick={() => setEdited('new')}>{words.add}</Button>
          return (
            <div className={styles.view}>
              {/* The dialog gives the focus back first, and then the secret takes it. */}
              {edited === undefined && <Secret />}
              {rows.length === 0 && (
                <StateMessage title={words.none} hint={words.noneHint}>
                  {add}
                </StateMessage>
              )}
              {rows.length > 0 && (
                <>
                  <div>{add}</div>
                  <ul className={styles.webhooks} aria-label={words.list}>
                    {rows.map((webhook) => (
                      <WebhookCard
                        key={webhook.id}
                        webhook={webhook}
                        onEdit={() => setEdited(webhook)}
                      />
                    ))}
                  </ul>
                  <Deliveries />
                </>
              )}
              {edited !== undefined && (
                <WebhookForm
                  editing={edited === 'new' ? undefined : edited}
                  allowsHttp={allows_http}
                  onClose={close}
                />
              )}
            </div>
          )
        }}
      </Loaded>
    </ViewPage>
  )
}

/** Nothing shows the secret again. */
function Secret() {
  const words = useStore($webhooksWords)
  const made = useStore($newSecret)
  if (made === undefined) return null
  const { name, secret, formerUntil } = made
  return (
    <div className={styles.secret}>
      <CopyField
        key={secret}
        label={words.secret({ name })}
        hint={
          formerUntil === null
            ? words.secretHint
            : words.oldSecretHint({ time: displayTime(formerUntil).text })
        }
        value={secret}
        copyLabel={words.copySecret}
        takesFocus
      />
      <div>
        <Button variant="plain" size="small" onClick={hideSecret}>
          {words.hideSecret}
        </Button>
      </div>
    </div>
  )
}
