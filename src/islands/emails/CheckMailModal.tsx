import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $mailCheck, startOver } from '../../lib/emails/mail-check.ts'
import { $mailCheckWords } from '../../lib/emails/words/mail-check.words.yaml'
import { Modal } from '../../ui/Modal.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import styles from './CheckMailModal.module.css'
import { MailDrop } from './MailDrop.tsx'
import { MailVerdict } from './MailVerdict.tsx'

interface CheckMailModalProps {
  readonly onClose: () => void
}

/** Checks a mail that the user has as a file, or a text of it. */
export function CheckMailModal({ onClose }: CheckMailModalProps) {
  const words = useStore($mailCheckWords)
  useEffect(() => startOver, [])
  return (
    <Modal title={words.title} isOpen onDismiss={onClose}>
      <Check />
    </Modal>
  )
}

function Check() {
  const words = useStore($mailCheckWords)
  const check = useStore($mailCheck)
  if (check.status === 'idle') return <MailDrop />
  if (check.status === 'checked') return <MailVerdict check={check} />
  return (
    <div className={styles.working}>
      <Spinner label={words[check.status]} />
      <p>
        <bdi>{check.fileName}</bdi>
      </p>
    </div>
  )
}
