import { bandOf } from '../../../contract/risk/risk-band.ts'
import { gaugeScore, isNothingScanned } from '../core/format/risk-score.ts'
import type { FirstValues } from './places.ts'

/** What a card of a risk (`RiskCard`) says. */
export function scoreFigures(risk: number, scanned: number): FirstValues {
  const score = gaugeScore(risk)
  return {
    texts: [`${score}`],
    cases: [isNothingScanned(risk, scanned) ? 'none' : bandOf(risk), score > 0 ? 'filled' : ''],
  }
}
