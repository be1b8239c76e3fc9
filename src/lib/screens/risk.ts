/** Bands of a risk score (spec §4): below 30 low, 30 to below 70 medium, from 70 on high. */
export type RiskBand = 'low' | 'medium' | 'high'

/** Decided on the raw score: 69.6 reads 70 and is still medium (R295). */
export function bandOf(score: number): RiskBand {
  if (score < 30) return 'low'
  return score < 70 ? 'medium' : 'high'
}

/** What a gauge shows: a whole number from 0 to 100 (R297). */
export function gaugeScore(score: number): number {
  return roundedScore(Math.min(100, Math.max(0, score)))
}

/** A score in a list or a counter: as it came, rounded to the nearest integer (R139, R237). */
export function roundedScore(score: number): number {
  return Math.round(score)
}
