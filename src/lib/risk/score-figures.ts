import { bandOf } from '../../../contract/risk/risk-band.ts'
import type { FirstValues } from '../core/figures/places.ts'
import { gaugeScore, isNothingScanned } from '../core/format/risk-score.ts'

/** What `RiskCard` says of a score. */
export function scoreFigures(risk: number, scanned: number): FirstValues {
  const score = gaugeScore(risk)
  return {
    texts: [`${score}`],
    cases: [isNothingScanned(risk, scanned) ? 'none' : bandOf(risk), score > 0 ? 'filled' : ''],
  }
}
