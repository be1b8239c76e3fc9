import { useStore } from '@nanostores/react'
import { type ReactNode, useId, useState } from 'react'
import { displayMoment, displayTime, formatCount } from '../../lib/core/i18n/format.ts'
import { dropDraft } from '../../lib/core/ui-state/drafts.ts'
import { roundedScore } from '../../lib/risk/risk.ts'
import type { TeamMember } from '../../lib/team/team.ts'
import {
  type MemberDetails,
  memberResource,
  supportAbout,
  weeklyScores,
} from '../../lib/team/team-member.ts'
import { $teamWords } from '../../lib/team/words/team.words.yaml'
import { $teamMemberWords } from '../../lib/team/words/team-member.words.yaml'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Cell, Table } from '../../ui/Table.tsx'
import { TimeChart } from '../charts/TimeChart.tsx'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { levelLooks } from '../core/parts/level-looks.ts'
import { SenderName } from '../core/parts/SenderName.tsx'
import { RiskBadge } from '../risk/RiskCard.tsx'
import { supportModal } from '../support-requests/report-modal.ts'
import { MemberOptions } from './MemberOptions.tsx'
import styles from './MemberPanel.module.css'
import { TellMember } from './TellMember.tsx'

/** The kinds of attack that a member met, and the newest mails without their subjects. */
export function MemberAttacks({ member }: { readonly member: MemberDetails }) {
  const words = useStore($teamMemberWords)
  const titleId = useId()
  const kinds = member.kinds ?? []
  const threats = member.threats ?? []
  const most = Math.max(1, ...kinds.map(({ count }) => count))
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <h3 id={titleId}>{words.attacks}</h3>
      {kinds.length === 0 ? (
        <p>{words.noAttacks}</p>
      ) : (
        <ul className={styles.kinds}>
          {kinds.map(({ kind, count }) => (
            <li key={kind}>
              <span>{words[kind]}</span>
              <strong>{words.countOfKind(count)}</strong>
              <svg className={styles.bar} aria-hidden="true">
                <rect width={`${(count / most) * 100}%`} height="100%" rx="3" />
              </svg>
            </li>
          ))}
        </ul>
      )}
      {threats.length > 0 && (
        <details className={styles.newest}>
          <summary>{words.newest}</summary>
          <Table
            label={words.newest}
            className={styles.threats}
            columns={[
              { label: words.sender },
              { label: words.threatLevel },
              { label: words.kind },
              { label: words.time },
            ]}
            total={threats.length}
            rows={threats.map((threat, place) => ({ ...threat, place }))}
            rowKey={({ place }) => place}
            row={({ threat_level, kind, sender_domain, at }) => (
              <>
                <Cell part="title">
                  {sender_domain === '' ? (
                    words.unknownSender
                  ) : (
                    <SenderName sender={sender_domain} isClamped />
                  )}
                </Cell>
                <Cell part="beside">
                  <Badge {...levelLooks[threat_level]} label={words[threat_level]} />
                </Cell>
                <Cell part="detail">{words[kind]}</Cell>
                <Cell part="detail">
                  <Time at={at} />
                </Cell>
              </>
            )}
          />
        </details>
      )}
      <p className="soft">{words.privacy}</p>
    </section>
  )
}

function Time({ at }: { readonly at: string }) {
  const { text, machine } = displayTime(at)
  return <time dateTime={machine}>{text}</time>
}

interface MemberPanelProps {
  readonly member: TeamMember
  readonly onClose: () => void
}

/** Help for a team lead with one member. */
export function MemberPanel({ member, onClose }: MemberPanelProps) {
  const team = useStore($teamWords)
  const words = useStore($teamMemberWords)
  const [isAsking, setAsking] = useState(false)
  const name = member.full_name || member.email || team.noName
  const draft = `support ${member.id}`
  function close() {
    dropDraft(draft)
    onClose()
  }
  return (
    <Modal title={name} isOpen isWide onDismiss={close}>
      <Loaded
        store={memberResource(member.id)}
        loading={words.loading}
        failed={words.failed}
        isQuiet
      >
        {(details) => (
          <>
            <MemberFacts member={details} />
            <MemberAttacks member={details} />
            <MemberTrend weeks={details.weeks ?? []} />
            <TellMember name={name} member={details} />
            <div className="modal-actions">
              <Button onClick={() => setAsking(true)}>{words.support}</Button>
            </div>
            {isAsking && (
              <LazyPart
                part={supportModal}
                props={{
                  isOpen: true,
                  members: <MemberOptions />,
                  draft,
                  filled: supportAbout(name, details),
                  onClose: () => setAsking(false),
                }}
              />
            )}
          </>
        )}
      </Loaded>
    </Modal>
  )
}

/** The facts about a member that are not about single mails. */
function MemberFacts({ member }: { readonly member: MemberDetails }) {
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

/** The risk of a member at the end of each week, as far as it was stored. */
function MemberTrend({ weeks }: { readonly weeks: NonNullable<MemberDetails['weeks']> }) {
  const words = useStore($teamMemberWords)
  const titleId = useId()
  const { times, values } = weeklyScores(weeks)
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <h3 id={titleId}>{words.trend}</h3>
      {times.length < 2 ? (
        <p>{words.noTrend}</p>
      ) : (
        <TimeChart
          title={words.trend}
          step="week"
          times={times}
          ticks={[0, 30, 70, 100]}
          line={{ name: words.score, values, tone: 'accent' }}
        />
      )}
    </section>
  )
}
