import { useStore } from '@nanostores/react'
import { $riskMessages } from '../../../lib/messages/risk.ts'
import { bandOf, type RiskBand } from '../../../lib/screens/risk.ts'
import { Badge } from '../../../ui/Badge.tsx'

export const riskLooks = {
  low: { tone: 'safe', icon: 'safe' },
  medium: { tone: 'caution', icon: 'warning' },
  high: { tone: 'danger', icon: 'malicious' },
} as const satisfies Record<RiskBand, object>

/** The band of a raw risk score (R294-R296). */
export function RiskBadge({ score }: { readonly score: number }) {
  const words = useStore($riskMessages)
  const band = bandOf(score)
  return <Badge {...riskLooks[band]} label={words[band]} />
}
