import { useStore } from '@nanostores/react'
import { gaugeScore } from '../../lib/risk/risk.ts'
import { type Forecast, forecastsOf, type RiskReasons } from '../../lib/risk/risk-reasons.ts'
import { $riskWords } from '../../lib/risk/words/risk.words.yaml'
import { $riskReasonsWords } from '../../lib/risk/words/risk-reasons.words.yaml'
import { RiskBadge } from './RiskBadge.tsx'
import styles from './RiskView.module.css'

/** The score, its band, and when it will be lower. */
export function RiskSummary({ risk }: { readonly risk: RiskReasons }) {
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
