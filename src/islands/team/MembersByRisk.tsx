import { useStore } from '@nanostores/react'
import type { RiskBand } from '../../lib/risk/risk.ts'
import { $teamWords } from '../../lib/team/words/team.words.yaml'
import { ShareBar } from '../core/parts/ShareBar.tsx'

interface MembersByRiskProps {
  readonly counts: Readonly<Record<RiskBand, number>>
}

/** The number of members in each risk band. */
export function MembersByRisk({ counts: { low, medium, high } }: MembersByRiskProps) {
  const words = useStore($teamWords)
  return (
    <ShareBar
      title={words.membersByRisk}
      parts={[
        { tone: 'safe', count: low, label: words.membersLow(low) },
        {
          tone: 'caution',
          count: medium,
          label: words.membersMedium(medium),
        },
        { tone: 'danger', count: high, label: words.membersHigh(high) },
      ]}
    />
  )
}
