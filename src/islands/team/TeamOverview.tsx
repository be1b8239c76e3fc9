import { useStore } from '@nanostores/react'
import { formatCount } from '../../lib/core/i18n/format.ts'
import { type RiskBand, roundedScore } from '../../lib/risk/risk.ts'
import {
  $members,
  $membersByRisk,
  type TeamDashboard,
  type TeamMember,
  teamDashboard,
} from '../../lib/team/team.ts'
import { $teamWords } from '../../lib/team/words/team.words.yaml'
import { lazy } from '../../ui/lazy-component.ts'
import styles from '../core/parts/Columns.module.css'
import { Counters } from '../core/parts/Counters.tsx'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { RiskCard } from '../risk/RiskCard.tsx'
import { Members } from './Members.tsx'
import { MembersByRisk } from './MembersByRisk.tsx'
import { TeamManagement } from './TeamManagement.tsx'

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
    <div className={styles.columns}>
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
