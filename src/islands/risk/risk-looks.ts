import type { RiskBand } from '../../lib/risk/risk.ts'

/** The colour and icon of each band. */
export const riskLooks = {
  low: { tone: 'safe', icon: 'safe' },
  medium: { tone: 'caution', icon: 'warning' },
  high: { tone: 'danger', icon: 'malicious' },
} as const satisfies Record<RiskBand, object>
