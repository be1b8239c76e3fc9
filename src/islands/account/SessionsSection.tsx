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
import { keepRowFocus } from '../../ui/keep-row-focus.ts'
import { FactRow } from '../core/facts/FactRow.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { Section } from './parts/Section.tsx'

/** Where the user is signed in, to end what should not be. */
export function SessionsSection() {
  const words = useStore($accountSessionsWords)
  return (
    <Section title={words.title} text={words.text}>
      <Loaded isQuiet store={accountSessions} loading={words.loading} failed={words.failed}>
        {(sessions) => (
          <>
            <ul ref={keepRowFocus}>
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
    <FactRow
      name={name}
      {...(session.is_current && { state: words.current })}
      facts={[
        session.address || words.unknownAddress,
        words.since({ time: since }),
        words.used({ time: displayMoment(session.last_used_at) }),
      ]}
    >
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
    </FactRow>
  )
}
