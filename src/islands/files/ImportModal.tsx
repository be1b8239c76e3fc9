import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $importWords } from '../../lib/files/words/import.words.yaml'
import { Modal } from '../../ui/Modal.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import styles from './ImportModal.module.css'
import { ImportProgress } from './ImportProgress.tsx'
import { ImportResult } from './ImportResult.tsx'
import type { ImportSource } from './import-source.ts'

interface ImportModalProps<Row extends { readonly line: number }> {
  readonly source: ImportSource<Row>
  /** Takes a file or lines. */
  readonly choice: ReactNode
  /** Whether there is a draft; undefined for what keeps none. */
  readonly hasDraft?: boolean
  readonly onClose: () => void
}

/** Imports what a file or pasted lines have: choose, look at what would happen, run. */
export function ImportModal<Row extends { readonly line: number }>(props: ImportModalProps<Row>) {
  const { source, choice, hasDraft, onClose } = props
  const { title } = useStore(source.$words)
  const { reading } = useStore($importWords)
  const { status } = useStore(source.store.$import)
  return (
    <Modal
      title={title}
      isOpen
      isWide
      onDismiss={onClose}
      asksBeforeDiscard={hasDraft !== undefined}
      hasDraft={hasDraft === true}
    >
      <div className={styles.body}>
        {status === 'choosing' && choice}
        {status === 'reading' && <Spinner label={reading} />}
        {(status === 'checking' || status === 'running') && (
          <ImportProgress source={source} status={status} />
        )}
        {(status === 'checked' ||
          status === 'stopped' ||
          status === 'broken' ||
          status === 'done') && <ImportResult source={source} status={status} onClose={onClose} />}
      </div>
    </Modal>
  )
}
