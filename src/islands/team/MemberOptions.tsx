import { useStore } from '@nanostores/react'
import { $members } from '../../lib/team/team.ts'

/** The team's names as options; the team is loaded only when they are rendered. */
export function MemberOptions() {
  const members = useStore($members)
  return members.map((member) => {
    const name = member.full_name || member.email
    return (
      <option key={member.id} value={name}>
        {name}
      </option>
    )
  })
}
