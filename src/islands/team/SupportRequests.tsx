import { useStore } from '@nanostores/react'
import { displayTime } from '../../lib/core/i18n/format.ts'
import { $supportWords } from '../../lib/support-requests/support.ts'
import { type SupportRequest, supportRequests } from '../../lib/team/team-requests.ts'
import { $teamRequestsWords } from '../../lib/team/words/team-requests.words.yaml'
import { FactRow } from '../core/facts/FactRow.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import styles from './OpenReports.module.css'

/** The user's own support requests and their answers; nothing without one. */
export function SupportRequests() {
  const words = useStore($teamRequestsWords)
  const resource = useStore(supportRequests.$resource)
  if (resource.status === 'loading') return null
  if (resource.status === 'loaded' && !resource.data.requests?.length) return null
  return (
    <section className={styles.reports} aria-labelledby="support-requests">
      <h2 className="heading" id="support-requests">
        {words.sent}
      </h2>
      <Loaded store={supportRequests} loading={words.loading} failed={words.failed} isQuiet>
        {({ requests }) => (
          <ul>
            {requests?.map((request) => (
              <Row key={request.id} request={request} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

function Row({ request }: { readonly request: SupportRequest }) {
  const words = useStore($teamRequestsWords)
  const support = useStore($supportWords)
  const { request_type, priority, at, answered_at } = request
  return (
    <FactRow
      name={support[request_type]}
      state={answered_at === null ? words.waiting : words.answered}
      isOver={answered_at !== null}
      facts={[
        `${support.priority}: ${support[priority]}`,
        words.sentAt({ time: displayTime(at).text }),
        ...(answered_at === null
          ? []
          : [words.answeredAt({ time: displayTime(answered_at).text })]),
      ]}
    />
  )
}
