import { useStore } from '@nanostores/react'
import { $opened, closeOpened, openRow } from '../../lib/core/navigation/opened.ts'
import type { TeamMember } from '../../lib/team/team.ts'
import { $teamWords } from '../../lib/team/words/team.words.yaml'
import { lazy } from '../../ui/lazy-component.ts'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { Table } from '../../ui/Table.tsx'
import { LazyPart, usePartSoon } from '../core/parts/LazyPart.tsx'
import { MemberRow } from './MemberRow.tsx'
import styles from './Members.module.css'

const memberPanel = lazy(async () => (await import('./MemberPanel.tsx')).MemberPanel)

interface MembersProps {
  readonly members: readonly TeamMember[]
}

/** Every member, as rows of a table or as cards on a phone (R136, R149). */
export function Members({ members }: MembersProps) {
  const words = useStore($teamWords)
  const openedId = useStore($opened)
  const opened = members.find(({ id }) => String(id) === openedId)
  usePartSoon(memberPanel)
  return (
    <section className={styles.section} aria-labelledby="members-title">
      <h2 id="members-title">{words.membersTitle}</h2>
      {members.length === 0 ? (
        <StateMessage title={words.noMembers} hint={words.noMembersHint} />
      ) : (
        <Table
          label={words.members}
          className={styles.members}
          columns={[
            { label: words.member },
            { label: words.email },
            { label: words.risk, sorted: 'descending' },
            { label: words.lastSignIn },
            { label: words.actions, isLabelHidden: true },
          ]}
          total={members.length}
          rows={members}
          rowKey={(member) => member.id}
          name={(member) => member.full_name || member.email}
          row={(member) => <MemberRow member={member} onOpen={() => openRow(member.id)} />}
        />
      )}
      {opened && <LazyPart part={memberPanel} props={{ member: opened, onClose: closeOpened }} />}
    </section>
  )
}
