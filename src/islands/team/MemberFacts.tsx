import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { displayMoment, displayTime, formatCount } from '../../lib/core/i18n/format.ts'
import { roundedScore } from '../../lib/risk/risk.ts'
import type { MemberDetails } from '../../lib/team/team-member.ts'
import { $teamMemberWords } from '../../lib/team/words/team-member.words.yaml'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { RiskBadge } from '../risk/RiskBadge.tsx'
import styles from './MemberPanel.module.css'

/** The facts about a member that are not about single mails. */
export function MemberFacts({ member }: { readonly member: MemberDetails }) {
  const words = useStore($teamMemberWords)
  const signIn = member.last_login ? displayTime(member.last_login) : undefined
  return (
    <>
      <p className={styles.who}>
        <EmailAddress address={member.email} />
        {member.department !== '' && <span>{member.department}</span>}
      </p>
      <dl className={styles.facts}>
        <Fact label={words.risk}>
          <strong className={styles.score}>{formatCount(roundedScore(member.risk_score))}</strong>
          <RiskBadge score={member.risk_score} />
        </Fact>
        <Fact label={words.lastSignIn}>
          {signIn === undefined ? (
            words.never
          ) : (
            <time dateTime={signIn.machine}>{signIn.text}</time>
          )}
        </Fact>
        <Fact label={words.secondFactor}>{member.has_second_factor ? words.on : words.off}</Fact>
        <Fact label={words.reported}>
          <Reports member={member} />
        </Fact>
      </dl>
    </>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Reports({ member }: { readonly member: MemberDetails }) {
  const words = useStore($teamMemberWords)
  const { reported_dangerous: dangerous, reported_honest: honest } = member
  const last = member.reports?.[0]
  if (dangerous + honest === 0) return words.noReports
  return (
    <ul className={styles.reports}>
      {dangerous > 0 && <li>{words.reportedDangerous(dangerous)}</li>}
      {honest > 0 && <li>{words.reportedHonest(honest)}</li>}
      {last !== undefined && <li>{words.lastReported({ time: displayMoment(last.at) })}</li>}
    </ul>
  )
}
