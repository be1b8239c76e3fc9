import { useStore } from '@nanostores/react'
import { $employeeWords } from '../../lib/employee/words/employee.words.yaml'
import { bandOf } from '../../lib/risk/risk.ts'
import { bandStart, riskBands } from '../../lib/risk/risk-reasons.ts'
import { $riskReasonsWords } from '../../lib/risk/words/risk-reasons.words.yaml'
import { RiskBadge } from './RiskBadge.tsx'
import styles from './RiskView.module.css'

/** The meaning of each band, and the formula in words. */
export function RiskBands({ score }: { readonly score: number }) {
  const riskReasonsWords = useStore($riskReasonsWords)
  const words = useStore($employeeWords)
  const ranges = {
    low: riskReasonsWords.lowRange,
    medium: riskReasonsWords.mediumRange,
    high: riskReasonsWords.highRange,
  }
  const meanings = { low: words.riskLow, medium: words.riskMedium, high: words.riskHigh }
  return (
    <section className={styles.section} aria-labelledby="risk-bands">
      <h2 id="risk-bands">{riskReasonsWords.bandsTitle}</h2>
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
