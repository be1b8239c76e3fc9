import { useStore } from '@nanostores/react'
import { $employeeMessages } from '../../lib/emails/words/employee.words.yaml'
import { bandOf } from '../../lib/risk/risk.ts'
import { bandStart, riskBands } from '../../lib/risk/risk-reasons.ts'
import { $riskReasonsMessages } from '../../lib/risk/words/risk-reasons.words.yaml'
import { RiskBadge } from './RiskBadge.tsx'
import styles from './RiskView.module.css'

/** What each band means, and the formula in words. */
export function RiskBands({ score }: { readonly score: number }) {
  const messages = useStore($riskReasonsMessages)
  const words = useStore($employeeMessages)
  const ranges = { low: messages.lowRange, medium: messages.mediumRange, high: messages.highRange }
  const meanings = { low: words.riskLow, medium: words.riskMedium, high: words.riskHigh }
  return (
    <section className={styles.section} aria-labelledby="risk-bands">
      <h2 id="risk-bands">{messages.bandsTitle}</h2>
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
      <p className={styles.hint}>{messages.formula}</p>
    </section>
  )
}
