import { useStore } from '@nanostores/react'
import type { UserRow } from '../../lib/files/parse-users.ts'
import { $importWords } from '../../lib/files/words/import.words.yaml'
import { $userImport, closeImport, userImport } from '../../lib/users/user-import.ts'
import { downloadResults } from '../../lib/users/user-import-results.ts'
import { $userImportWords } from '../../lib/users/words/user-import.words.yaml'
import { Modal } from '../../ui/Modal.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import styles from '../files/ImportModal.module.css'
import { ImportProgress } from '../files/ImportProgress.tsx'
import { ImportResult } from '../files/ImportResult.tsx'
import type { ImportSource } from '../files/import-source.ts'
import { ImportChoice } from './ImportChoice.tsx'

const source: ImportSource<UserRow> = {
  store: userImport,
  $words: $userImportWords,
  showRow: ({ full_name, email }) => ({ name: full_name, detail: email }),
  download: downloadResults,
}

/** Imports users from a CSV file: choose, look at what would happen, run. */
export function ImportModal({ onClose }: { readonly onClose: () => void }) {
  const words = useStore($userImportWords)
  const { reading } = useStore($importWords)
  const { status } = useStore($userImport)
  function close() {
    closeImport()
    onClose()
  }
  return (
    <Modal title={words.title} isOpen isWide onDismiss={close}>
      <div className={styles.body}>
        {status === 'choosing' && <ImportChoice />}
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
