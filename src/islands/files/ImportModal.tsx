import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { dropDraft, keepField } from '../../lib/core/ui-state/drafts.ts'
import { hasUnsaved } from '../../lib/files/import.ts'
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
  readonly onClose: () => void
}

/**
 * Imports what a file or pasted lines have: choose, look at what would happen, run. It asks before
 * pasted lines, corrections or an import that is not over are given up.
 */
export function ImportModal<Row extends { readonly line: number }>(props: ImportModalProps<Row>) {
  const { source, choice, onClose } = props
  const { title } = useStore(source.$words)
  const { reading } = useStore($importWords)
  const state = useStore(source.store.$import)
  const { status, lines } = state
  const { draft, toCorrect } = source
  useEffect(() => {
    if (status !== 'done') return
    // Only what is left to correct is in the field afterwards.
    const left = toCorrect?.(lines)
    const isRefused = lines.some(({ outcome }) => outcome === 'invalid' || outcome === 'conflict')
    if (left) keepField(draft, 'lines', left)
    else if (!isRefused) dropDraft(draft)
  }, [status, lines, draft, toCorrect])
  return (
    <Modal
      title={title}
      isOpen
      isWide
      onDismiss={onClose}
      hasUnsaved={() => hasUnsaved(state, draft)}
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
