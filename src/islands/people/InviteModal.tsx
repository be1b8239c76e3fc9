import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { draftOf, dropDraft, keepField } from '../../lib/core/ui-state/drafts.ts'
import type { InviteeRow } from '../../lib/people/parse-invitees.ts'
import { inviteDraft } from '../../lib/people/people.ts'
import {
  downloadInviteResults,
  linesToCorrect,
  peopleInvite,
} from '../../lib/people/people-invite.ts'
import { $peopleInviteWords } from '../../lib/people/words/people-invite.words.yaml'
import { ImportModal } from '../files/ImportModal.tsx'
import type { ImportSource } from '../files/import-source.ts'
import { InviteAgain } from './InviteAgain.tsx'
import { InviteChoice, type InviteChoiceProps } from './InviteChoice.tsx'

const source: ImportSource<InviteeRow> = {
  store: peopleInvite,
  $words: $peopleInviteWords,
  showRow: ({ full_name, email, text }) => ({ name: full_name || (text ?? ''), detail: email }),
  download: downloadInviteResults,
  Action: InviteAgain,
}

interface InviteModalProps extends InviteChoiceProps {
  readonly onClose: () => void
}

/** Invites the people of a file or of pasted lines. */
export function InviteModal({ domains, left, onClose }: InviteModalProps) {
  const { status, lines } = useStore(peopleInvite.$import)
  const drafted = draftOf(inviteDraft)?.fields.lines ?? ''
  useEffect(() => {
    // Only what is left to correct is in the field afterwards.
    if (status === 'done') keepField(inviteDraft, 'lines', linesToCorrect(lines))
  }, [status, lines])
  function close() {
    dropDraft(inviteDraft)
    peopleInvite.startOver()
    onClose()
  }
  return (
    <ImportModal
      source={source}
      choice={<InviteChoice domains={domains} left={left} />}
      hasDraft={drafted !== ''}
      onClose={close}
    />
  )
}
