/** Bands of a risk score (spec §4): below 30 low, 30 to below 70 medium, from 70 on high. */
export type RiskBand = 'low' | 'medium' | 'high'

/** Based on the raw score: 69.6 is displayed as 70 but is medium (R295). */
export function bandOf(score: number): RiskBand {
  if (score < 30) return 'low'
  return score < 70 ? 'medium' : 'high'
}

/** The value of a gauge: an integer from 0 to 100 (R297). */
export function gaugeScore(score: number): number {
  return roundedScore(Math.min(100, Math.max(0, score)))
}

/** The value in a list or a counter: the score rounded to the nearest integer (R139, R237). */
export function roundedScore(score: number): number {
  return Math.round(score)
}
