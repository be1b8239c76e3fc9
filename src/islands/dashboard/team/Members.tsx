import { useStore } from '@nanostores/react'
import { $teamMessages } from '../../../lib/messages/team.ts'
import { $members } from '../../../lib/team.ts'
import { RowList } from '../../../ui/RowList.tsx'
import { StateMessage } from '../../../ui/StateMessage.tsx'
import { MemberRow } from './MemberRow.tsx'

/** Every member (R136, R149). */
export function Members() {
  const messages = useStore($teamMessages)
  const members = useStore($members)
  return (
    <section aria-labelledby="members-title">
      <h2 id="members-title">{messages.membersTitle}</h2>
      {members.length === 0 ? (
        <StateMessage title={messages.noMembers} hint={messages.noMembersHint} />
      ) : (
        <RowList
          label={messages.members}
          total={members.length}
          rows={members}
          rowKey={(member) => member.id}
          row={(member) => <MemberRow member={member} />}
        />
      )}
    </section>
  )
}
