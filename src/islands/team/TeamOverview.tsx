import { useStore } from '@nanostores/react'
import { formatCount } from '../../lib/core/i18n/format.ts'
import { roundedScore } from '../../lib/risk/risk.ts'
import { teamDashboard } from '../../lib/team/team.ts'
import { $teamMessages } from '../../lib/team/words/team.words.yaml'
import { Counters } from '../core/parts/Counters.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { RiskCard } from '../risk/RiskCard.tsx'
import { Members } from './Members.tsx'
import { MembersByRisk } from './MembersByRisk.tsx'
import { TeamManagement } from './TeamManagement.tsx'
import styles from './TeamOverview.module.css'

/** The team's risk and its members (R134-R150). */
export function TeamOverview() {
  const messages = useStore($teamMessages)
  return (
    <Loaded store={teamDashboard} loading={messages.loading} failed={messages.failed}>
      {(data) => (
        <div className={styles.overview}>
          <RiskCard
            title={messages.riskTitle}
            score={data.average_risk_score}
            scanned={data.total_team_scans}
            meanings={{
              low: messages.riskLow,
              medium: messages.riskMedium,
              high: messages.riskHigh,
            }}
          >
            <MembersByRisk />
          </RiskCard>
          <Counters
            layout="beside"
            counters={[
              [messages.members, formatCount(data.team_members.length)],
              [messages.scans, formatCount(data.total_team_scans)],
              [messages.caught, formatCount(data.total_phishing_caught)],
              [messages.average, formatCount(roundedScore(data.average_risk_score))],
            ]}
          />
          <TeamManagement />
          <Members />
        </div>
      )}
    </Loaded>
  )
}
