import { useStore } from '@nanostores/react'
import { formatDay } from '../../lib/core/format/days.ts'
import { shownSender } from '../../lib/core/format/shown-sender.ts'
import { formatCount } from '../../lib/core/i18n/format.ts'
import { $employeeWords } from '../../lib/employee/words/employee.words.yaml'
import { bandOf, gaugeScore, roundedScore } from '../../lib/risk/risk.ts'
import {
  actionsOf,
  bandStart,
  type Forecast,
  forecastsOf,
  partsOf,
  type RiskAction,
  type RiskReasons,
  riskBands,
  riskReasons,
  startOf,
} from '../../lib/risk/risk-reasons.ts'
import { $riskWords } from '../../lib/risk/words/risk.words.yaml'
import {
  $riskReasonsWords,
  type RiskReasonsWords,
} from '../../lib/risk/words/risk-reasons.words.yaml'
import { Table } from '../../ui/Table.tsx'
import { TimeChart } from '../charts/TimeChart.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { ViewPage } from '../core/parts/ViewPage.tsx'
import { RiskBadge } from './RiskCard.tsx'
import { RiskPart } from './RiskPart.tsx'
import styles from './RiskView.module.css'

const ticks = [bandStart.low, bandStart.medium, bandStart.high, 100]

/** The score by week, as a line and as a table. */
function RiskWeeks({ risk }: { readonly risk: RiskReasons }) {
  const words = useStore($riskReasonsWords)
  const { weeks, weeks_since: since } = risk
  const start = startOf(risk)
  return (
    <section className="stack" aria-labelledby="risk-weeks">
      <h2 className="heading" id="risk-weeks">
        {words.weeksTitle}
      </h2>
      {since === null && <p className={styles.hint}>{words.noWeeks}</p>}
      {start !== undefined && (
        <p className={styles.hint}>{words.weeksSince({ day: formatDay(start) })}</p>
      )}
      <div className={styles.card}>
        <TimeChart
          title={words.weeksChart}
          step="week"
          times={weeks.map(({ week }) => week)}
          ticks={ticks}
          format={(score) => formatCount(roundedScore(score))}
          line={{ name: words.score, tone: 'accent', values: weeks.map(({ score }) => score) }}
        />
      </div>
    </section>
  )
}

/** Why the score is what it is, how it developed, and what helps. */
export function RiskView() {
  const words = useStore($riskReasonsWords)
  const resource = useStore(riskReasons.$resource)
  const title =
    resource.status === 'loaded'
      ? words.why({ score: gaugeScore(resource.data.risk_score) })
      : undefined
  return (
    <ViewPage screen="employee" view="risk" title={title}>
      <Loaded store={riskReasons} loading={words.loading} failed={words.failed} isQuiet>
        {(risk) => (
          <div className={styles.view}>
            <RiskSummary risk={risk} />
            <RiskActions risk={risk} />
            <RiskParts risk={risk} />
            <RiskWeeks risk={risk} />
            <RiskBands score={risk.risk_score} />
          </div>
        )}
      </Loaded>
    </ViewPage>
  )
}

/** The score, its band, and when it will be lower. */
function RiskSummary({ risk }: { readonly risk: RiskReasons }) {
  const riskReasonsWords = useStore($riskReasonsWords)
  const bands = useStore($riskWords)
  const [next, ...then] = forecastsOf(risk)
  const score = gaugeScore(risk.risk_score)
  const low = score === 0 ? riskReasonsWords.lowest : riskReasonsWords.alreadyLow
  const words = ({ band, unit, count }: Forecast) => ({
    band: bands[band],
    time: riskReasonsWords[unit](count),
  })
  return (
    <section className={styles.summary}>
      <p className={styles.score}>
        <strong>{score}</strong> <span>{bands.outOf}</span>
      </p>
      <RiskBadge score={risk.risk_score} />
      <p className={styles.forecast}>
        {next === undefined ? low : riskReasonsWords.forecast(words(next))}
        {then.map((forecast) => (
          <span key={forecast.band}> {riskReasonsWords.forecastThen(words(forecast))}</span>
        ))}
      </p>
    </section>
  )
}

/** The meaning of each band, and the formula in words. */
function RiskBands({ score }: { readonly score: number }) {
  const riskReasonsWords = useStore($riskReasonsWords)
  const words = useStore($employeeWords)
  const ranges = {
    low: riskReasonsWords.lowRange,
    medium: riskReasonsWords.mediumRange,
    high: riskReasonsWords.highRange,
  }
  const meanings = { low: words.riskLow, medium: words.riskMedium, high: words.riskHigh }
  return (
    <section className="stack" aria-labelledby="risk-bands">
      <h2 className="heading" id="risk-bands">
        {riskReasonsWords.bandsTitle}
      </h2>
      <dl className={styles.bands}>
        {riskBands.map((band) => (
          <div key={band} aria-current={band === bandOf(score) || undefined}>
            <dt>
              <RiskBadge score={bandStart[band]} /> {ranges[band]}
            </dt>
            <dd>{meanings[band]}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.hint}>{riskReasonsWords.formula}</p>
    </section>
  )
}

/** The mails that count, the rest as one line, and their sum. */
function RiskParts({ risk }: { readonly risk: RiskReasons }) {
  const words = useStore($riskReasonsWords)
  const score = gaugeScore(risk.risk_score)
  const title = words.partsTitle({ score })
  const parts = partsOf(risk)
  return (
    <section className="stack" aria-labelledby="risk-parts">
      <h2 className="heading" id="risk-parts">
        {title}
      </h2>
      <p className={styles.hint}>{parts.length > 0 ? words.partsHint : words.nothing}</p>
      {parts.length > 0 && (
        <Table
          label={title}
          className={styles.parts}
          columns={[
            { label: words.sender },
            { label: words.fate },
            { label: words.points },
            { label: words.share },
          ]}
          total={parts.length}
          rows={parts}
          rowKey={({ key }) => key}
          row={(part) => <RiskPart part={part} score={score} />}
        />
      )}
    </section>
  )
}

/** Three actions that help, by what was received, each with its link. */
function RiskActions({ risk }: { readonly risk: RiskReasons }) {
  const words = useStore($riskReasonsWords)
  return (
    <section className="stack" aria-labelledby="risk-actions">
      <h2 className="heading" id="risk-actions">
        {words.actionsTitle}
      </h2>
      <ul className={styles.actions}>
        {actionsOf(risk).map((action) => {
          const { title, hint, link } = wordsOf(action, words)
          return (
            <li key={action.kind}>
              <h3>
                <bdi>{title}</bdi>
              </h3>
              <p className="soft">{hint}</p>
              <a href={action.href}>{link}</a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function wordsOf({ kind, sender, mailCount }: RiskAction, words: RiskReasonsWords) {
  const { text } = shownSender(sender)
  const link = words[`${kind}Link`]
  if (kind === 'block') {
    return { title: words.block({ sender: text }), hint: words.blockHint(mailCount), link }
  }
  if (kind === 'report') {
    return { title: words.report, hint: words.reportHint({ sender: text }), link }
  }
  return { title: words[kind], hint: words[`${kind}Hint`], link }
}
