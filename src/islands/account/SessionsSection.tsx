import { useStore } from '@nanostores/react'
import {
  $endedSessions,
  type AccountSession,
  accountSessions,
  endOtherSessions,
  endSession,
  nameOfSession,
} from '../../lib/account/account-sessions.ts'
import { $accountSessionsWords } from '../../lib/account/words/account-sessions.words.yaml'
import { displayMoment } from '../../lib/core/i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { Section } from './parts/Section.tsx'
import styles from './SessionsSection.module.css'

/** Where the user is signed in, to end what should not be. */
export function SessionsSection() {
  const words = useStore($accountSessionsWords)
  return (
    <Section title={words.title} text={words.text}>
      <Loaded isQuiet store={accountSessions} loading={words.loading} failed={words.failed}>
        {(sessions) => (
          <>
            <ul className={styles.sessions}>
              {sessions.map((session) => (
                <Row key={session.id} session={session} />
              ))}
            </ul>
            {sessions.length > 1 && (
              <div>
                <Button variant="secondary" onClick={() => void endOtherSessions()}>
                  {words.endOthers}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Row({ session }: { readonly session: AccountSession }) {
  const words = useStore($accountSessionsWords)
  const isPending = useStore($endedSessions).has(session.id)
  const name = nameOfSession(session)
  const since = displayMoment(session.created_at)
  return (
    <li className={styles.session}>
      <div className={styles.facts}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
          {session.is_current && <span className={styles.current}>{words.current}</span>}
        </p>
        <p className={styles.times}>
          <bdi>{session.address || words.unknownAddress}</bdi>
          <span>{words.since({ time: since })}</span>
          <span>{words.used({ time: displayMoment(session.last_used_at) })}</span>
        </p>
      </div>
      {!session.is_current && (
        <Button
          variant="secondary"
          size="small"
          pending={isPending}
          label={words.endOne({ name, time: since })}
          onClick={() => void endSession(session)}
        >
          {isPending ? words.ending : words.end}
        </Button>
      )}
    </li>
  )
}
