import { useStore } from '@nanostores/react'
import { type ReactNode, useId } from 'react'
import { displayDate, displayTime, formatCount } from '../../lib/core/i18n/format.ts'
import { $locale } from '../../lib/core/i18n/i18n.ts'
import { productNameIn } from '../../lib/core/i18n/product.ts'
import { roundedScore } from '../../lib/risk/risk.ts'
import {
  actsOf,
  levelsOf,
  type ReportQuery,
  type TeamReport,
  trendOf,
} from '../../lib/team/team-report.ts'
import { $teamReportMessages } from '../../lib/team/words/team-report.words.yaml'
import { TimeChart } from '../core/charts/TimeChart.tsx'
import { RiskBadge } from '../risk/RiskBadge.tsx'
import styles from './ReportPage.module.css'

interface ReportPageProps {
  readonly report: TeamReport
  readonly query: ReportQuery
}

/** The page that is printed: A4, with a head of its own (A763). */
export function ReportPage({ report, query }: ReportPageProps) {
  const messages = useStore($teamReportMessages)
  const levels = levelsOf(query)
  const trend = trendOf(report)
  const trendTitle = trend.step === 'day' ? messages.trend : messages.trendByWeek
  return (
    <article className={styles.report} data-printed>
      <header className={styles.head}>
        <p className={styles.product}>
          {productNameIn($locale.get())} · {messages.title}
        </p>
        <h2>{report.organization || messages.title}</h2>
        <p>
          {messages.dates({
            from: displayDate(report.from).text,
            to: displayDate(report.to).text,
          })}
          {report.department !== '' &&
            ` · ${messages.ofDepartment({ department: report.department })}`}
          {levels.length === 1 && ` · ${messages[levels[0] ?? 'malicious']}`}
        </p>
        <p className={styles.made}>{messages.made({ time: displayTime(report.made_at).text })}</p>
      </header>
      <dl className={styles.figures} aria-label={messages.figures}>
        {report.scanned !== null && <Figure label={messages.scanned} value={report.scanned} />}
        {levels.map((level) => (
          <Figure key={level} label={messages[level]} value={report[level]} tone={level} />
        ))}
        <Figure label={messages.members} value={report.members} />
        <Figure label={messages.highRisk} value={report.high_risk_members} />
        <Figure label={messages.averageRisk} value={roundedScore(report.average_risk_score)} />
      </dl>
      <Part title={trendTitle}>
        <TimeChart
          title={trendTitle}
          kind="bars"
          step={trend.step}
          times={trend.parts.map(({ day }) => day)}
          series={levels.map((level) => ({
            name: messages[level],
            tone: level === 'malicious' ? ('danger' as const) : ('caution' as const),
            values: trend.parts.map((part) => part[level]),
          }))}
        />
      </Part>
      <div className={styles.columns}>
        <Part title={messages.riskiest}>
          <Riskiest report={report} />
        </Part>
        <Part title={messages.done}>
          <dl className={styles.acts}>
            {actsOf(report).map(([label, count]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{formatCount(count)}</dd>
              </div>
            ))}
          </dl>
        </Part>
      </div>
      <Notes report={report} isDepartment={report.department !== ''} />
    </article>
  )
}

interface FigureProps {
  readonly label: string
  readonly value: number
  readonly tone?: 'suspicious' | 'malicious'
}

function Figure({ label, value, tone }: FigureProps) {
  return (
    <div data-tone={tone}>
      <dt>{label}</dt>
      <dd>{formatCount(value)}</dd>
    </div>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}

function Riskiest({ report }: { readonly report: TeamReport }) {
  const messages = useStore($teamReportMessages)
  const members = report.riskiest ?? []
  if (members.length === 0) return <p>{messages.noMembers}</p>
  return (
    <table className={styles.members}>
      <thead>
        <tr>
          <th scope="col">{messages.member}</th>
          <th scope="col">{messages.risk}</th>
          <th scope="col" data-number>
            {messages.malicious}
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map(({ id, full_name, department, risk_score, malicious }) => (
          <tr key={id}>
            <td>
              {full_name || messages.noName}
              {department !== '' && <span className={styles.department}>{department}</span>}
            </td>
            <td>
              <span className={styles.risk}>
                <strong>{formatCount(roundedScore(risk_score))}</strong>
                <RiskBadge score={risk_score} />
              </span>
            </td>
            <td data-number>{formatCount(malicious)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Notes({ report, isDepartment }: { report: TeamReport; isDepartment: boolean }) {
  const messages = useStore($teamReportMessages)
  const day = (text: string) => displayDate(text).text
  const { counted_since: counted, suspicious_since: suspicious, checks_since: checks } = report
  const notes = [
    messages.noteDays,
    ...(counted === null ? [] : [messages.noteCounted({ day: day(counted) })]),
    ...(isDepartment ? [messages.noteDepartment] : []),
    ...(suspicious === null ? [] : [messages.noteSuspicious({ day: day(suspicious) })]),
    ...(checks === null ? [] : [messages.noteChecks({ day: day(checks) })]),
    ...(report.audit_since === null ? [] : [messages.noteAudit({ day: day(report.audit_since) })]),
    messages.noteSubjects,
  ]
  return <p className={styles.notes}>{notes.join(' ')}</p>
}
