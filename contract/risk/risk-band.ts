/** Bands of a risk score (spec §4): below 30 low, 30 to below 70 medium, from 70 on high. */
export const riskBands = ['low', 'medium', 'high'] as const
export type RiskBand = (typeof riskBands)[number]

/** The score at which each band begins. */
export const bandStart: Readonly<Record<RiskBand, number>> = { low: 0, medium: 30, high: 70 }

/** Based on the raw score: 69.6 is displayed as 70 but is medium (R295). */
export function bandOf(score: number): RiskBand {
  if (score < bandStart.medium) return 'low'
  return score < bandStart.high ? 'medium' : 'high'
}
