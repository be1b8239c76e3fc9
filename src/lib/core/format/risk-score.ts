/** The value of a gauge: an integer from 0 to 100 (R297). */
export function gaugeScore(score: number): number {
  return roundedScore(Math.min(100, Math.max(0, score)))
}

/** The value in a list or a counter: the score rounded to the nearest integer (R139, R237). */
export function roundedScore(score: number): number {
  return Math.round(score)
}

/** Whether a score says nothing yet; a gateway may report a score without mail. */
export function isNothingScanned(score: number, scanned: number): boolean {
  return scanned === 0 && score <= 0
}
