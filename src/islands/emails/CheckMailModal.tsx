import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $mailCheck, startOver } from '../../lib/emails/mail-check.ts'
import { $mailCheckWords } from '../../lib/emails/words/mail-check.words.yaml'
import { Modal } from '../../ui/Modal.tsx'
import { MailDrop } from './MailDrop.tsx'
import { MailVerdict } from './MailVerdict.tsx'

interface CheckMailModalProps {
  readonly onClose: () => void
}

/** Checks a mail that the user has as a file, or a text of it. */
export function CheckMailModal({ onClose }: CheckMailModalProps) {
  const words = useStore($mailCheckWords)
  const check = useStore($mailCheck)
  useEffect(() => startOver, [])
  return (
    <Modal title={words.title} isOpen isWide onDismiss={onClose}>
      {check.status === 'checked' ? <MailVerdict check={check} /> : <MailDrop />}
    </Modal>
  )
}
