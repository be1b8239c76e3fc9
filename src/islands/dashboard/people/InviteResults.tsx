import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { $peopleInviteMessages } from '../../../lib/messages/people-invite.ts'
import type { InviteResult } from '../../../lib/screens/people-invite.ts'
import { Clamped } from '../../../ui/Clamped.tsx'
import { EmailAddress } from '../../../ui/EmailAddress.tsx'
import styles from './InviteResults.module.css'

/** What became of each line; those that were rejected first. */
export function InviteResults({ results }: { readonly results: readonly InviteResult[] }) {
  const messages = useStore($peopleInviteMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (results.length > 0) heading.current?.focus()
  }, [results])
  const counted = (wanted: InviteResult['outcome']) =>
    results.filter(({ outcome }) => outcome === wanted).length
  const rejected = counted('rejected')
  const inOrder = results.toSorted(
    (one, other) => Number(other.outcome === 'rejected') - Number(one.outcome === 'rejected'),
  )
  return (
    <section className={styles.results} aria-labelledby="invite-results">
      <h3 id="invite-results" ref={heading} tabIndex={-1}>
        {messages.results}
      </h3>
      <p>
        {messages.summary(counted('invited'))} {rejected > 0 && messages.left(rejected)}
      </p>
      <ul className={styles.list}>
        {inOrder.map(({ line, text, full_name, email, outcome, reason }) => (
          <li key={line} className={styles.line}>
            <p className={styles.who}>
              <Clamped>{full_name || text}</Clamped>
              {email !== '' && (
                <span className={styles.address}>
                  <EmailAddress address={email} />
                </span>
              )}
            </p>
            <p className={styles.outcome} data-outcome={outcome}>
              {messages[outcome]}
            </p>
            {reason !== '' && <p className={styles.reason}>{reason}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
