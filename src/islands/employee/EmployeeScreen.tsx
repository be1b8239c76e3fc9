import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { displayTime, formatCount, formatPercent } from '../../lib/core/i18n/format.ts'
import { pathOf } from '../../lib/core/navigation/router.ts'
import type { TabOf } from '../../lib/core/navigation/screens.ts'
import {
  $connectPath,
  $employeeTab,
  type EmployeeDashboard,
  employeeDashboard,
  type ReportAnswer,
} from '../../lib/employee/employee.ts'
import { mailShares } from '../../lib/employee/mail-shares.ts'
import { $employeeWords } from '../../lib/employee/words/employee.words.yaml'
import { $reportAnswersWords } from '../../lib/employee/words/report-answers.words.yaml'
import { gaugeScore, isNothingScanned } from '../../lib/risk/risk.ts'
import { FactRow } from '../core/facts/FactRow.tsx'
import parts from '../core/parts/Columns.module.css'
import { Counters } from '../core/parts/Counters.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { ScreenTabs } from '../core/parts/ScreenTabs.tsx'
import { ScreenTitle } from '../core/parts/ScreenTitle.tsx'
import { ShareBar } from '../core/parts/ShareBar.tsx'
import { ViewLink } from '../core/parts/ViewLink.tsx'
import { CheckMail } from '../emails/CheckMail.tsx'
import { Threats } from '../emails/Threats.tsx'
import { FlagsTab, useFlagsSoon } from '../flags/FlagsTab.tsx'
import { RiskCard } from '../risk/RiskCard.tsx'
import styles from './EmployeeScreen.module.css'

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

/** Four security tips (R117). */
function Tips() {
  const words = useStore($employeeWords)
  const tips = [
    [words.tipSenderTitle, words.tipSender],
    [words.tipLinkTitle, words.tipLink],
    [words.tipPaymentTitle, words.tipPayment],
    [words.tipReportTitle, words.tipReport],
  ] as const
  return (
    <section className={styles.tips} aria-labelledby="tips-title">
      <h2 id="tips-title">{words.tipsTitle}</h2>
      <ol>
        {tips.map(([title, text]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p className="soft">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The shares of safe mail and phishing in a user's mail. */
function MailShare({ dashboard }: { readonly dashboard: EmployeeDashboard }) {
  const words = useStore($employeeWords)
  const { safe, phishing } = mailShares(dashboard.safe_emails, dashboard.phishing_emails_caught)
  return (
    <ShareBar
      parts={[
        {
          tone: 'safe',
          count: safe,
          label: words.shareSafe({ percent: formatPercent(safe) }),
        },
        {
          tone: 'danger',
          count: phishing,
          label: words.sharePhishing({ percent: formatPercent(phishing) }),
        },
      ]}
    />
  )
}

interface ReportAnswersProps {
  readonly answers: readonly ReportAnswer[]
}

/** The answers to reports of the user; nothing without one. */
function ReportAnswers({ answers }: ReportAnswersProps) {
  const words = useStore($reportAnswersWords)
  if (answers.length === 0) return null
  return (
    <section className={styles.answers} aria-labelledby="answers-title">
      <div className="heading-row">
        <h2 id="answers-title">{words.title}</h2>
        <a href={`${pathOf('account')}?open=answers`}>{words.byMail}</a>
      </div>
      <ul>
        {answers.map(({ id, opinion, ...answer }) => {
          const outcome = answer.outcome ?? 'closed'
          const said = opinion === 'honest' ? words.saidHonest : words.saidDangerous
          return (
            <FactRow
              key={id}
              name={answer.email_subject || answer.sender_domain || words.mail}
              state={words[outcome]}
              facts={[
                words[`${outcome}Advice`],
                said({ time: displayTime(answer.reported_at).text }),
                words.answered({ time: displayTime(answer.answered_at).text }),
                ...(answer.is_learnt ? [words.learnt] : []),
              ]}
            />
          )
        })}
      </ul>
    </section>
  )
}

/** The first data of the open tab; the flags tab loads its own. */
export const firstData = () => ($employeeTab.get() === 'overview' ? employeeDashboard : undefined)

/** The employee dashboard (R110-R132). */
export function EmployeeScreen() {
  const tab = useStore($employeeTab)
  useFlagsSoon()
  return <EmployeeTabs tab={tab}>{tab === 'overview' ? <Overview /> : <FlagsTab />}</EmployeeTabs>
}

interface EmployeeTabsProps {
  readonly tab: TabOf<'employee'>
  readonly children: ReactNode
}

/** The title and the tabs, with the content of the open one. */
export function EmployeeTabs({ tab, children }: EmployeeTabsProps) {
  const words = useStore($employeeWords)
  const labels = {
    overview: words.overviewTab,
    flags: words.flagsTab,
  }
  return (
    <>
      <ScreenTitle title={words.title} subtitle={words.subtitle} />
      <ScreenTabs screen="employee" tab={tab} label={words.sections} labels={labels}>
        {children}
      </ScreenTabs>
    </>
  )
}
