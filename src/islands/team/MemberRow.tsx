import { useStore } from '@nanostores/react'
import { initialOf } from '../../lib/core/format/initial.ts'
import { displayTime } from '../../lib/core/i18n/format.ts'
import { roundedScore } from '../../lib/risk/risk.ts'
import { alertComesLater, mayBeQuarantined, type TeamMember } from '../../lib/team/team.ts'
import { $teamWords } from '../../lib/team/words/team.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Clamped } from '../../ui/Clamped.tsx'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { Initial } from '../../ui/Initial.tsx'
import { Cell } from '../../ui/Table.tsx'
import { RiskBadge } from '../risk/RiskBadge.tsx'
import styles from './MemberRow.module.css'

interface MemberRowProps {
  readonly member: TeamMember
  readonly onOpen: () => void
}

/** One member: name, risk, last activity and actions (R137-R148). */
export function MemberRow({ member, onOpen }: MemberRowProps) {
  const words = useStore($teamWords)
  const name = member.full_name || member.email || words.noName
  return (
    <>
      <Cell part="title">
        <Initial letter={initialOf(member.full_name, member.email)} />
        <button type="button" className={`table-name clamped ${styles.open}`} onClick={onOpen}>
          {name}
        </button>
      </Cell>
      <Cell part="detail">
        <Clamped>
          <EmailAddress address={member.email} />
        </Clamped>
      </Cell>
      <Cell part="beside" className={styles.risk}>
        <strong>{roundedScore(member.risk_score)}</strong>
        <RiskBadge score={member.risk_score} />
      </Cell>
      <Cell part="detail" className={styles.login}>
        <LastSignIn at={member.last_login} />
      </Cell>
      <Cell part="actions">
        {mayBeQuarantined(member) && (
          <Button
            variant="danger"
            size="small"
            label={words.quarantineOne({ name })}
            onClick={alertComesLater}
          >
            {words.quarantine}
          </Button>
        )}
        <Button
          variant="secondary"
          size="small"
          label={words.supportOne({ name })}
          onClick={alertComesLater}
        >
          {words.support}
        </Button>
      </Cell>
    </>
  )
}

function LastSignIn({ at }: { readonly at: string | null }) {
  const words = useStore($teamWords)
  const time = at === null || at.trim() === '' ? undefined : displayTime(at)
  return (
    <span className="clamped">
      <span className="table-word">{words.lastSignIn}: </span>
      {time === undefined ? words.never : <time dateTime={time.machine}>{time.text}</time>}
    </span>
  )
}
