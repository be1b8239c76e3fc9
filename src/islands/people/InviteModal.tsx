import { useStore } from '@nanostores/react'
import { listComma } from '../../lib/core/format/list.ts'
import { dropDraft } from '../../lib/core/ui-state/drafts.ts'
import { $importWords } from '../../lib/files/words/import.words.yaml'
import { correctInvitee, type InviteeRow } from '../../lib/people/parse-invitees.ts'
import { inviteDraft } from '../../lib/people/people.ts'
import {
  downloadInviteResults,
  downloadInviteTemplate,
  linesToCorrect,
  peopleInvite,
} from '../../lib/people/people-invite.ts'
import { $peopleInviteWords } from '../../lib/people/words/people-invite.words.yaml'
import type { ImportSource } from '../files/ImportForm.tsx'
import { ImportForm } from '../files/ImportForm.tsx'
import styles from '../files/ImportModal.module.css'
import { ImportModal } from '../files/ImportModal.tsx'

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

interface InviteChoiceProps {
  readonly domains: readonly string[]
  /** How many invitations can be sent today. */
  readonly left: number
}

/** Takes pasted lines or a file. */
function InviteChoice({ domains, left }: InviteChoiceProps) {
  const own = useStore($peopleInviteWords)
  const words = { ...useStore($importWords), ...own }
  const allowed = domains.map((name) => `@${name}`).join(listComma())
  return (
    <>
      <p>
        {words.explained} {words.checkedFirst}
      </p>
      <ImportForm
        store={peopleInvite}
        words={own}
        onTemplate={downloadInviteTemplate}
        draft={inviteDraft}
        lines={{
          ...{ label: words.lines, hint: words.linesHint({ domains: allowed }) },
          placeholder: words.example,
        }}
        note={<p className={styles.hint}>{words.invitationsLeft(left)}</p>}
      />
    </>
  )
}
