import { visibleText } from '../../lib/core/format/shown-sender.ts'
import { splitIndicators } from '../../lib/emails/threats.ts'
import styles from './ThreatItem.module.css'

interface IndicatorsProps {
  readonly indicators: readonly string[]
  readonly label: string
  readonly isOpen: boolean
}

/** The first three indicators, or all of them (R125-R128). */
export function Indicators({ indicators, label, isOpen }: IndicatorsProps) {
  if (indicators.length === 0) return null
  return (
    <ul className={styles.indicators} aria-label={label}>
      {(isOpen ? indicators : splitIndicators(indicators).shown).map((indicator, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they keep their order, and one may come twice
        <li key={index}>
          <bdi>{visibleText(indicator)}</bdi>
        </li>
      ))}
    </ul>
  )
}
