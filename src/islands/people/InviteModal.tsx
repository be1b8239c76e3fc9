import { dropDraft } from '../../lib/core/ui-state/drafts.ts'
import { correctInvitee, type InviteeRow } from '../../lib/people/parse-invitees.ts'
import { inviteDraft } from '../../lib/people/people.ts'
import {
  downloadInviteResults,
  linesToCorrect,
  peopleInvite,
} from '../../lib/people/people-invite.ts'
import { $peopleInviteWords } from '../../lib/people/words/people-invite.words.yaml'
import { ImportModal } from '../files/ImportModal.tsx'
import type { ImportSource } from '../files/import-source.ts'
import { InviteChoice, type InviteChoiceProps } from './InviteChoice.tsx'

const source: ImportSource<InviteeRow> = {
  store: peopleInvite,
  $words: $peopleInviteWords,
  draft: inviteDraft,
  showRow: ({ full_name, email, text }) => ({ name: full_name || (text ?? ''), detail: email }),
  fieldsOf({ row: { full_name, email } }) {
    const words = $peopleInviteWords.get()
    return [
      { name: 'full_name', label: words.full_name, value: full_name },
      { name: 'email', label: words.email, value: email },
    ]
  },
  corrected: correctInvitee,
  download: downloadInviteResults,
  toCorrect: linesToCorrect,
}

interface InviteModalProps extends InviteChoiceProps {
  readonly onClose: () => void
}

/** Invites the people of a file or of pasted lines. */
export function InviteModal({ domains, left, onClose }: InviteModalProps) {
  function close() {
    dropDraft(inviteDraft)
    peopleInvite.startOver()
    onClose()
  }
  return (
    <ImportModal
      source={source}
      choice={<InviteChoice domains={domains} left={left} />}
      onClose={close}
    />
  )
}
