import { useStore } from '@nanostores/react'
import { formatCount } from '../../../lib/format.ts'
import { $teamMessages } from '../../../lib/messages/team.ts'
import { $membersByRisk } from '../../../lib/team.ts'
import { ShareBar } from '../parts/ShareBar.tsx'

/** How many members stand in each band. */
export function MembersByRisk() {
  const messages = useStore($teamMessages)
  const { low, medium, high } = useStore($membersByRisk)
  return (
    <ShareBar
      parts={[
        { tone: 'safe', count: low },
        { tone: 'caution', count: medium },
        { tone: 'danger', count: high },
      ]}
      caption={messages.distributionOf({
        low: formatCount(low),
        medium: formatCount(medium),
        high: formatCount(high),
      })}
    />
  )
}
