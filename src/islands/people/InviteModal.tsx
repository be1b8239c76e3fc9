import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { draftOf, dropDraft, keepField } from '../../lib/core/ui-state/drafts.ts'
import { $importWords } from '../../lib/files/words/import.words.yaml'
import type { InviteeRow } from '../../lib/people/parse-invitees.ts'
import { inviteDraft } from '../../lib/people/people.ts'
import {
  downloadInviteResults,
  linesToCorrect,
  peopleInvite,
} from '../../lib/people/people-invite.ts'
import { $peopleInviteWords } from '../../lib/people/words/people-invite.words.yaml'
import { Modal } from '../../ui/Modal.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import styles from '../files/ImportModal.module.css'
import { ImportProgress } from '../files/ImportProgress.tsx'
import { ImportResult } from '../files/ImportResult.tsx'
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

/** Invites the people of a file or of pasted lines: enter, look at what would happen, send. */
export function InviteModal({ domains, left, onClose }: InviteModalProps) {
  const words = useStore($peopleInviteWords)
  const { reading } = useStore($importWords)
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
    <Modal
      title={words.title}
      isOpen
      isWide
      onDismiss={close}
      asksBeforeDiscard
      hasDraft={drafted !== ''}
    >
      <div className={styles.body}>
        {status === 'choosing' && <InviteChoice domains={domains} left={left} />}
        {status === 'reading' && <Spinner label={reading} />}
        {(status === 'checking' || status === 'running') && (
          <ImportProgress source={source} status={status} />
        )}
        {(status === 'checked' ||
          status === 'stopped' ||
          status === 'broken' ||
          status === 'done') && <ImportResult source={source} status={status} onClose={close} />}
      </div>
    </Modal>
  )
}
