import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { displayTime } from '../../lib/core/i18n/format.ts'
import {
  $newSecret,
  hideSecret,
  openWebhooks,
  type Webhook,
  webhooks,
} from '../../lib/webhooks/webhooks.ts'
import { $webhooksMessages } from '../../lib/webhooks/words/webhooks.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { CopyField } from '../core/parts/CopyField.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { ViewPage } from '../core/parts/ViewPage.tsx'
import { WebhookCard } from './WebhookCard.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { WebhookMessages } from './WebhookMessages.tsx'
import styles from './WebhooksView.module.css'

/** The webhooks of the operator, and the messages that were not delivered (A828). */
export function WebhooksView() {
  const messages = useStore($webhooksMessages)
  const [edited, setEdited] = useState<Webhook | 'new'>()
  useEffect(openWebhooks, [])
  const close = () => setEdited(undefined)
  return (
    <ViewPage screen="admin" view="webhooks" subtitle={messages.text}>
      <Loaded store={webhooks} loading={messages.loading} failed={messages.loadFailed} isQuiet>
        {({ is_offered, allows_http, webhooks: rows }) => {
          if (!is_offered && rows.length === 0) {
            return <StateMessage title={messages.notOffered} hint={messages.notOfferedHint} />
          }
          const add = <Button onClick={() => setEdited('new')}>{messages.add}</Button>
          return (
            <div className={styles.view}>
              {/* The dialog gives the focus back first, and then the secret takes it. */}
              {edited === undefined && <Secret />}
              {rows.length === 0 && (
                <StateMessage title={messages.none} hint={messages.noneHint}>
                  {add}
                </StateMessage>
              )}
              {rows.length > 0 && (
                <>
                  <div className={styles.add}>{add}</div>
                  <ul className={styles.webhooks} aria-label={messages.list}>
                    {rows.map((webhook) => (
                      <WebhookCard
                        key={webhook.id}
                        webhook={webhook}
                        onEdit={() => setEdited(webhook)}
                      />
                    ))}
                  </ul>
                  <WebhookMessages />
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
  const messages = useStore($webhooksMessages)
  const made = useStore($newSecret)
  if (made === undefined) return null
  const { name, secret, formerUntil } = made
  return (
    <div className={styles.secret}>
      <CopyField
        key={secret}
        label={messages.secret({ name })}
        hint={
          formerUntil === null
            ? messages.secretHint
            : messages.oldSecretHint({ time: displayTime(formerUntil).text })
        }
        value={secret}
        copyLabel={messages.copySecret}
        takesFocus
      />
      <div>
        <Button variant="plain" size="small" onClick={hideSecret}>
          {messages.hideSecret}
        </Button>
      </div>
    </div>
  )
}
