import { useStore } from '@nanostores/react'
import { formatMilliseconds } from '../../lib/core/format/duration.ts'
import { $testResults, reasonOf, type Webhook } from '../../lib/webhooks/webhooks.ts'
import { $webhooksWords } from '../../lib/webhooks/words/webhooks.words.yaml'
import { Icon } from '../../ui/Icon.tsx'
import styles from './TestOutcome.module.css'

/** The result of the last test; announced. */
export function TestOutcome({ id }: { readonly id: Webhook['id'] }) {
  const words = useStore($webhooksWords)
  const result = useStore($testResults).get(id)
  return (
    <p role="status" className={styles.outcome} data-failed={result && result.failure !== 'none'}>
      {result !== undefined && (
        <>
          <Icon name={result.failure === 'none' ? 'check' : 'warning'} />
          {result.failure === 'none'
            ? words.testDelivered({
                status: String(result.status),
                time: formatMilliseconds(result.milliseconds),
              })
            : words.testFailed({
                time: formatMilliseconds(result.milliseconds),
                reason: reasonOf(result.failure, result.status),
              })}
        </>
      )}
    </p>
  )
}
