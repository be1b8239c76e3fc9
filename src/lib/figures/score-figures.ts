import { bandOf } from '../../../contract/risk/risk-band.ts'
import { gaugeScore, isNothingScanned } from '../core/format/risk-score.ts'
import type { FirstValues } from './places.ts'

/** The figures of a card of a risk (`RiskCard`). */
export function scoreFigures(risk: number, scanned: number): FirstValues {
  const score = gaugeScore(risk)
  return {
    texts: [`${score}`],
    cases: [isNothingScanned(risk, scanned) ? 'none' : bandOf(risk), score > 0 ? 'filled' : ''],
  }
}
