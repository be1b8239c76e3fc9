import { useStore } from '@nanostores/react'
import { formatCount } from '../../lib/core/i18n/format.ts'
import {
  $connectPath,
  type EmployeeDashboard,
  employeeDashboard,
} from '../../lib/employee/employee.ts'
import { $employeeWords } from '../../lib/employee/words/employee.words.yaml'
import { gaugeScore, isNothingScanned } from '../../lib/risk/risk.ts'
import parts from '../core/parts/Columns.module.css'
import { Counters } from '../core/parts/Counters.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { ViewLink } from '../core/parts/ViewLink.tsx'
import { CheckMail } from '../emails/CheckMail.tsx'
import { Threats } from '../emails/Threats.tsx'
import { RiskCard } from '../risk/RiskCard.tsx'
import { MailShare } from './MailShare.tsx'
import styles from './Overview.module.css'
import { ReportAnswers } from './ReportAnswers.tsx'
import { Tips } from './Tips.tsx'

/** The user's risk, recent threats and tips (R112-R132). */
export function Overview() {
  const words = useStore($employeeWords)
  return (
    <Loaded store={employeeDashboard} loading={words.loading} failed={words.failed}>
      {(data) => <OverviewOf data={data} isWhole />}
    </Loaded>
  )
}

interface OverviewProps {
  readonly data: EmployeeDashboard
  /** Without it the figures stand alone, where first figures have no places for the rest. */
  readonly isWhole: boolean
}

/** The overview, part of which is shown before any code has come (`FirstViews.tsx`). */
export function OverviewOf({ data, isWhole }: OverviewProps) {
  const words = useStore($employeeWords)
  const connectPath = useStore($connectPath)
  const isEmpty = isNothingScanned(data.risk_score, data.total_emails_scanned)
  return (
    <div className={parts.columns}>
      {data.mail_checks !== null && <CheckMail />}
      <RiskCard
        title={words.riskTitle}
        score={data.risk_score}
        scanned={data.total_emails_scanned}
        meanings={{
          low: words.riskLow,
          medium: words.riskMedium,
          high: words.riskHigh,
        }}
      >
        <p className={styles.explained}>
          {isEmpty && connectPath === undefined ? words.connectWho : words.riskExplained}
        </p>
        {isEmpty
          ? connectPath !== undefined && (
              <a href={connectPath} className={styles.why}>
                {words.connect}
              </a>
            )
          : data.explains_risk && (
              <ViewLink screen="employee" view="risk" className={styles.why}>
                {words.riskWhy({ score: gaugeScore(data.risk_score) })}
              </ViewLink>
            )}
      </RiskCard>
      <div className={styles.figures}>
        <Counters
          layout="beside"
          counters={[
            [words.scanned, formatCount(data.total_emails_scanned)],
            [words.caught, formatCount(data.phishing_emails_caught)],
            [words.safe, formatCount(data.safe_emails)],
          ]}
        />
        <MailShare dashboard={data} />
      </div>
      {isWhole && (
        <>
          <ReportAnswers answers={data.report_answers ?? []} />
          <Threats
            threats={data.recent_phishing_emails}
            scanned={data.total_emails_scanned}
            hasAll={data.lists_messages}
          />
          <Tips />
        </>
      )}
    </div>
  )
}
