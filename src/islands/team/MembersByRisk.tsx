import { useStore } from '@nanostores/react'
import { $membersByRisk } from '../../lib/team/team.ts'
import { $teamWords } from '../../lib/team/words/team.words.yaml'
import { ShareBar } from '../core/parts/ShareBar.tsx'

/** The number of members in each risk band. */
export function MembersByRisk() {
  const words = useStore($teamWords)
  const { low, medium, high } = useStore($membersByRisk)
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
