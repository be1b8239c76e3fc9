import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { dropDraft } from '../../lib/core/ui-state/drafts.ts'
import type { TeamMember } from '../../lib/team/team.ts'
import { memberResource, supportAbout } from '../../lib/team/team-member.ts'
import { $teamWords } from '../../lib/team/words/team.words.yaml'
import { $teamMemberWords } from '../../lib/team/words/team-member.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { supportModal } from '../support-requests/support-modal.ts'
import { MemberAttacks } from './MemberAttacks.tsx'
import { MemberFacts } from './MemberFacts.tsx'
import { MemberOptions } from './MemberOptions.tsx'
import { MemberTrend } from './MemberTrend.tsx'
import { TellMember } from './TellMember.tsx'

interface MemberPanelProps {
  readonly member: TeamMember
  readonly onClose: () => void
}

/** Help for a team lead with one member. */
export function MemberPanel({ member, onClose }: MemberPanelProps) {
  const team = useStore($teamWords)
  const words = useStore($teamMemberWords)
  const [isAsking, setAsking] = useState(false)
  const name = member.full_name || member.email || team.noName
  const draft = `support ${member.id}`
  function close() {
    dropDraft(draft)
    onClose()
  }
  return (
    <Modal title={name} isOpen isWide onDismiss={close}>
      <Loaded
        store={memberResource(member.id)}
        loading={words.loading}
        failed={words.failed}
        isQuiet
      >
        {(details) => (
          <>
            <MemberFacts member={details} />
            <MemberAttacks member={details} />
            <MemberTrend weeks={details.weeks ?? []} />
            <TellMember name={name} member={details} />
            <div className="modal-actions">
              <Button onClick={() => setAsking(true)}>{words.support}</Button>
            </div>
            {isAsking && (
              <LazyPart
                part={supportModal}
                props={{
                  isOpen: true,
                  members: <MemberOptions />,
                  draft,
                  filled: supportAbout(name, details),
                  onClose: () => setAsking(false),
                }}
              />
            )}
          </>
        )}
      </Loaded>
    </Modal>
  )
}
