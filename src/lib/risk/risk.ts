export { bandOf, type RiskBand } from '../../../contract/risk/risk-band.ts'

export { gaugeScore, isNothingScanned, roundedScore } from '../core/format/figures.ts'
export { $riskWords } from './words/risk.words.yaml'
