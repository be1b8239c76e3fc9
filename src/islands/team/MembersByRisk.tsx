import { useStore } from '@nanostores/react'
import { $membersByRisk } from '../../lib/team/team.ts'
import { $teamMessages } from '../../lib/team/words/team.words.yaml'
import { ShareBar } from '../core/parts/ShareBar.tsx'

/** The number of members in each risk band. */
export function MembersByRisk() {
  const messages = useStore($teamMessages)
  const { low, medium, high } = useStore($membersByRisk)
  return (
    <ShareBar
      title={messages.membersByRisk}
      parts={[
        { tone: 'safe', count: low, label: messages.membersLow(low) },
        {
          tone: 'caution',
          count: medium,
          label: messages.membersMedium(medium),
        },
        { tone: 'danger', count: high, label: messages.membersHigh(high) },
      ]}
    />
  )
}
