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
import { $webhooksWords } from '../../lib/webhooks/words/webhooks.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { CopyField } from '../core/parts/CopyField.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { ViewPage } from '../core/parts/ViewPage.tsx'
import { Deliveries } from './Deliveries.tsx'
import { WebhookCard } from './WebhookCard.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import styles from './WebhooksView.module.css'

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
