import { useStore } from '@nanostores/react'
import { $userImportMessages } from '../../../../lib/messages/user-import.ts'
import { $userImport, startImportOver } from '../../../../lib/screens/user-import.ts'
import { Modal } from '../../../../ui/Modal.tsx'
import { Spinner } from '../../../../ui/Spinner.tsx'
import { ImportChoice } from './ImportChoice.tsx'
import styles from './ImportModal.module.css'
import { ImportProgress } from './ImportProgress.tsx'
import { ImportResult } from './ImportResult.tsx'

/** Imports users from a CSV file: choose, look at what would happen, run (A573-A575). */
export function ImportModal({ onClose }: { readonly onClose: () => void }) {
  const messages = useStore($userImportMessages)
  const { status } = useStore($userImport)
  function close() {
    startImportOver()
    onClose()
  }
  return (
    <Modal title={messages.title} isOpen isWide onDismiss={close}>
      <div className={styles.body}>
        {status === 'choosing' && <ImportChoice />}
        {status === 'reading' && <Spinner label={messages.reading} />}
        {(status === 'checking' || status === 'running') && <ImportProgress status={status} />}
        {(status === 'checked' ||
          status === 'stopped' ||
          status === 'broken' ||
          status === 'done') && <ImportResult status={status} onClose={close} />}
      </div>
    </Modal>
  )
}
