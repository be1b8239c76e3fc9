export { bandOf, type RiskBand } from '../../../contract/risk/show-risk.ts'

export { gaugeScore, isNothingScanned, roundedScore } from '../core/format/risk-score.ts'
export { $riskWords } from './words/risk.words.yaml'
