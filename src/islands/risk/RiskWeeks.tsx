import { useStore } from '@nanostores/react'
import { formatDay } from '../../lib/core/format/days.ts'
import { formatCount } from '../../lib/core/i18n/format.ts'
import { roundedScore } from '../../lib/risk/risk.ts'
import { bandStart, type RiskReasons, startOf } from '../../lib/risk/risk-reasons.ts'
import { $riskReasonsWords } from '../../lib/risk/words/risk-reasons.words.yaml'
import { TimeChart } from '../charts/TimeChart.tsx'
import styles from './RiskView.module.css'

const top = 100
const ticks = [bandStart.low, bandStart.medium, bandStart.high, top]

/** The score by week, as a line and as a table. */
export function RiskWeeks({ risk }: { readonly risk: RiskReasons }) {
  const words = useStore($riskReasonsWords)
  const { weeks, weeks_since: since } = risk
  const start = startOf(risk)
  return (
    <section className={styles.section} aria-labelledby="risk-weeks">
      <h2 id="risk-weeks">{words.weeksTitle}</h2>
      {since === null && <p className={styles.hint}>{words.noWeeks}</p>}
      {start !== undefined && (
        <p className={styles.hint}>{words.weeksSince({ day: formatDay(start) })}</p>
      )}
      <div className={styles.card}>
        <TimeChart
          title={words.weeksChart}
          kind="line"
          step="week"
          times={weeks.map(({ week }) => week)}
          top={top}
          ticks={ticks}
          format={(score) => formatCount(roundedScore(score))}
          series={[{ name: words.score, tone: 'accent', values: weeks.map(({ score }) => score) }]}
        />
      </div>
    </section>
  )
}
