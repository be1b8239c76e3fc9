import { useStore } from '@nanostores/react'
import { type ReactNode, useId } from 'react'
import { displayDate, displayTime, formatCount } from '../../lib/core/i18n/format.ts'
import { $locale } from '../../lib/core/i18n/i18n.ts'
import { productNameIn } from '../../lib/core/i18n/product.ts'
import { roundedScore } from '../../lib/risk/risk.ts'
import { advice, textsToTell } from '../../lib/team/advice.ts'
import {
  actsOf,
  levelsOf,
  type ReportQuery,
  type TeamReport,
  trendOf,
} from '../../lib/team/team-report.ts'
import { $teamReportWords } from '../../lib/team/words/team-report.words.yaml'
import { TimeChart } from '../charts/TimeChart.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { RiskBadge } from '../risk/RiskCard.tsx'
import styles from './ReportView.module.css'

interface ReportPageProps {
  readonly report: TeamReport
  readonly query: ReportQuery
  /** Another one is being made. */
  readonly isOld: boolean
}

/** The page that is printed: A4, with a head of its own. */
export function ReportPage({ report, query, isOld }: ReportPageProps) {
  const words = useStore($teamReportWords)
  const levels = levelsOf(query)
  const trend = trendOf(report)
  const trendTitle = trend.step === 'day' ? words.trend : words.trendByWeek
  return (
    <article className={styles.report} data-printed aria-busy={isOld}>
      <header className={styles.head}>
        <p className={styles.product}>
          {productNameIn($locale.get())} · {words.title}
        </p>
        <h2>{report.organization || words.title}</h2>
        <p>
          {words.dates({
            from: displayDate(report.from).text,
            to: displayDate(report.to).text,
          })}
          {report.department !== '' &&
            ` · ${words.ofDepartment({ department: report.department })}`}
          {levels.length === 1 && ` · ${words[levels[0] ?? 'malicious']}`}
        </p>
        <p className="soft">{words.made({ time: displayTime(report.made_at).text })}</p>
      </header>
      <dl className={styles.figures} aria-label={words.figures}>
        {report.scanned !== null && <Figure label={words.scanned} value={report.scanned} />}
        {levels.map((level) => (
          <Figure key={level} label={words[level]} value={report[level]} tone={level} />
        ))}
        <Figure label={words.members} value={report.members} />
        <Figure label={words.highRisk} value={report.high_risk_members} />
        <Figure label={words.averageRisk} value={roundedScore(report.average_risk_score)} />
      </dl>
      <Part title={trendTitle}>
        <TimeChart
          title={trendTitle}
          step={trend.step}
          times={trend.parts.map(({ day }) => day)}
          series={levels.map((level) => ({
            name: words[level],
            tone: level === 'malicious' ? ('danger' as const) : ('caution' as const),
            values: trend.parts.map((part) => part[level]),
          }))}
        />
      </Part>
      <div className={styles.columns}>
        <Part title={words.riskiest}>
          <Riskiest report={report} />
        </Part>
        <Part title={words.done}>
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
      {report.kinds.length > 0 && (
        <Part title={words.tell}>
          <ReportAdvice kinds={report.kinds} />
        </Part>
      )}
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
  const words = useStore($teamReportWords)
  const members = report.riskiest ?? []
  if (members.length === 0) return <p>{words.noMembers}</p>
  return (
    <table className={styles.members}>
      <thead>
        <tr>
          <th scope="col">{words.member}</th>
          <th scope="col">{words.risk}</th>
          <th scope="col" data-number>
            {words.malicious}
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map(({ id, full_name, department, risk_score, malicious }) => (
          <tr key={id}>
            <td>
              {full_name || words.noName}
              {department !== '' && <span className={styles.department}>{department}</span>}
            </td>
            <td>
              <span className={styles.risk}>
                <strong>{formatCount(roundedScore(risk_score))}</strong>
                <RiskBadge score={risk_score} />
              </span>
            </td>
            <td data-number data-word={words.malicious}>
              {formatCount(malicious)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Notes({ report, isDepartment }: { report: TeamReport; isDepartment: boolean }) {
  const words = useStore($teamReportWords)
  const day = (text: string) => displayDate(text).text
  const { counted_since: counted, suspicious_since: suspicious, checks_since: checks } = report
  const notes = [
    words.noteDays,
    ...(counted === null ? [] : [words.noteCounted({ day: day(counted) })]),
    ...(isDepartment ? [words.noteDepartment] : []),
    ...(suspicious === null ? [] : [words.noteSuspicious({ day: day(suspicious) })]),
    ...(checks === null ? [] : [words.noteChecks({ day: day(checks) })]),
    ...(report.audit_since === null ? [] : [words.noteAudit({ day: day(report.audit_since) })]),
    words.noteSubjects,
  ]
  return <p className={styles.notes}>{notes.join(' ')}</p>
}

/** Advice for the team: texts about the attacks that its mail had most often. */
function ReportAdvice({ kinds }: Pick<TeamReport, 'kinds'>) {
  const words = useStore($teamReportWords)
  return (
    <Loaded store={advice} loading={words.loadingAdvice} failed={words.adviceFailed} isQuiet>
      {(texts) => (
        <div className={styles.advice}>
          {textsToTell(texts, kinds).map(({ kind, subject, text }) => (
            <section key={kind} aria-label={subject}>
              <h4>{subject}</h4>
              {text.split('\n\n').map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
        </div>
      )}
    </Loaded>
  )
}
