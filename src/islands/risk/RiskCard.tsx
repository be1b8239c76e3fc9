import { useStore } from '@nanostores/react'
import { type ReactNode, useId } from 'react'
import { bandOf, gaugeScore, isNothingScanned, type RiskBand } from '../../lib/risk/risk.ts'
import { $riskWords } from '../../lib/risk/words/risk.words.yaml'
import { Badge } from '../../ui/Badge.tsx'
import { Gauge } from '../../ui/Gauge.tsx'
import styles from './RiskCard.module.css'
import { riskLooks } from './risk-looks.ts'

interface RiskCardProps {
  readonly title: string
  readonly score: number
  /** The number of emails that the score is based on. */
  readonly scanned: number
  /** The explanation of each band for the viewer. */
  readonly meanings: Readonly<Record<RiskBand, string>>
  readonly children?: ReactNode
}

/** A risk score: the gauge, its band and the explanation (R112, R135, R294-R297). */
export function RiskCard({ title, score, scanned, meanings, children }: RiskCardProps) {
  const words = useStore($riskWords)
  const titleId = useId()
  const band = bandOf(score)
  return (
    <section className={styles.risk} aria-labelledby={titleId}>
      <Gauge
        value={gaugeScore(score)}
        tone={riskLooks[band].tone}
        label={title}
        valueText={words[band]}
        scale={words.outOf}
      />
      <div className={styles.words}>
        <h2 id={titleId}>{title}</h2>
        <RiskBadge score={score} />
        <p className={styles.meaning}>
          {isNothingScanned(score, scanned) ? words.nothingScanned : meanings[band]}
        </p>
        {children}
      </div>
    </section>
  )
}

/** The band of a raw risk score (R294-R296). */
export function RiskBadge({ score }: { readonly score: number }) {
  const words = useStore($riskWords)
  const band = bandOf(score)
  return <Badge {...riskLooks[band]} label={words[band]} />
}
