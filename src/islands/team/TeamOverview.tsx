import { useStore } from '@nanostores/react'
import { initialOf } from '../../lib/core/format/initial.ts'
import { displayTime, formatCount } from '../../lib/core/i18n/format.ts'
import { $opened, closeOpened, openRow, viewPath } from '../../lib/core/navigation/view.ts'
import { draftOf } from '../../lib/core/ui-state/drafts.ts'
import { type RiskBand, roundedScore } from '../../lib/risk/risk.ts'
import {
  $members,
  $membersByRisk,
  alertComesLater,
  mayBeQuarantined,
  type TeamDashboard,
  type TeamMember,
  teamDashboard,
} from '../../lib/team/team.ts'
import { $teamWords } from '../../lib/team/words/team.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Clamped } from '../../ui/Clamped.tsx'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { Initial } from '../../ui/Initial.tsx'
import { lazy } from '../../ui/lazy-component.ts'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { Cell, Table } from '../../ui/Table.tsx'
import columns from '../core/parts/Columns.module.css'
import { Counters } from '../core/parts/Counters.tsx'
import { LazyPart, usePartSoon } from '../core/parts/LazyPart.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { ShareBar } from '../core/parts/ShareBar.tsx'
import { useOpened } from '../core/parts/use-opened.ts'
import { RiskBadge, RiskCard } from '../risk/RiskCard.tsx'
import { reportModal } from '../support-requests/report-modal.ts'
import styles from './TeamOverview.module.css'
import { TrainingButton } from './TrainingButton.tsx'

interface MemberRowProps {
  readonly member: TeamMember
  readonly onOpen: () => void
}

/** One member: name, risk, last activity and actions (R137-R148). */
function MemberRow({ member, onOpen }: MemberRowProps) {
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

const reportDraft = 'team report'

/** Four buttons next to the members (R141-R144). */
function TeamManagement() {
  const words = useStore($teamWords)
  const { isOpen, open, close } = useOpened('report', () => draftOf(reportDraft) !== undefined)
  usePartSoon(reportModal)
  return (
    <section className={styles.management} aria-labelledby="management-title">
      <h2 id="management-title">{words.manage}</h2>
      <Button variant="secondary" onClick={open}>
        {words.report}
      </Button>
      <TrainingButton label={words.training} />
      <Button variant="secondary" onClick={alertComesLater}>
        {words.settings}
      </Button>
      <Button variant="secondary" onClick={alertComesLater}>
        {words.analytics}
      </Button>
      {isOpen && (
        <LazyPart
          part={reportModal}
          props={{
            draft: reportDraft,
            onClose: close,
            ownReport: viewPath('team', 'report'),
          }}
        />
      )}
    </section>
  )
}

const memberPanel = lazy(async () => (await import('./MemberPanel.tsx')).MemberPanel)

interface MembersProps {
  readonly members: readonly TeamMember[]
}

/** Every member, as rows of a table or as cards on a phone (R136, R149). */
function Members({ members }: MembersProps) {
  const words = useStore($teamWords)
  const openedId = useStore($opened)
  const opened = members.find(({ id }) => String(id) === openedId)
  usePartSoon(memberPanel)
  return (
    <section className={styles.section} aria-labelledby="members-title">
      <h2 id="members-title">{words.membersTitle}</h2>
      {members.length === 0 ? (
        <StateMessage title={words.noMembers} hint={words.noMembersHint} />
      ) : (
        <Table
          label={words.members}
          className={styles.members}
          columns={[
            { label: words.member },
            { label: words.email },
            { label: words.risk, sorted: 'descending' },
            { label: words.lastSignIn },
            { label: words.actions, isLabelHidden: true },
          ]}
          total={members.length}
          rows={members}
          rowKey={(member) => member.id}
          name={(member) => member.full_name || member.email}
          row={(member) => <MemberRow member={member} onOpen={() => openRow(member.id)} />}
        />
      )}
      {opened && <LazyPart part={memberPanel} props={{ member: opened, onClose: closeOpened }} />}
    </section>
  )
}

const openReports = lazy(async () => (await import('./OpenReports.tsx')).OpenReports)

/** The team's risk and its members (R134-R150). */
export function TeamOverview() {
  const words = useStore($teamWords)
  const members = useStore($members)
  const counts = useStore($membersByRisk)
  return (
    <Loaded store={teamDashboard} loading={words.loading} failed={words.failed}>
      {(data) => (
        <>
          {data.open_reports.length > 0 && (
            <LazyPart part={openReports} props={{ reports: data.open_reports }} />
          )}
          <TeamOverviewOf data={data} members={members} counts={counts} />
        </>
      )}
    </Loaded>
  )
}

interface OverviewProps {
  readonly data: TeamDashboard
  /** Highest risk first. */
  readonly members: readonly TeamMember[]
  readonly counts: Readonly<Record<RiskBand, number>>
}

/** Also shown before any code has come (`FirstViews.tsx`). */
export function TeamOverviewOf({ data, members, counts }: OverviewProps) {
  const words = useStore($teamWords)
  return (
    <div className={columns.columns}>
      <RiskCard
        title={words.riskTitle}
        score={data.average_risk_score}
        scanned={data.total_team_scans}
        meanings={{
          low: words.riskLow,
          medium: words.riskMedium,
          high: words.riskHigh,
        }}
      >
        <MembersByRisk counts={counts} />
      </RiskCard>
      <Counters
        layout="beside"
        counters={[
          [words.members, formatCount(data.team_members.length)],
          [words.scans, formatCount(data.total_team_scans)],
          [words.caught, formatCount(data.total_phishing_caught)],
          [words.average, formatCount(roundedScore(data.average_risk_score))],
        ]}
      />
      <TeamManagement />
      <Members members={members} />
    </div>
  )
}

interface MembersByRiskProps {
  readonly counts: Readonly<Record<RiskBand, number>>
}

/** The number of members in each risk band. */
function MembersByRisk({ counts: { low, medium, high } }: MembersByRiskProps) {
  const words = useStore($teamWords)
  return (
    <ShareBar
      title={words.membersByRisk}
      parts={[
        { tone: 'safe', count: low, label: words.membersLow(low) },
        {
          tone: 'caution',
          count: medium,
          label: words.membersMedium(medium),
        },
        { tone: 'danger', count: high, label: words.membersHigh(high) },
      ]}
    />
  )
}
