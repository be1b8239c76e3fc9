import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { formatCount } from '../../lib/core/i18n/format.ts'
import { $importWords } from '../../lib/files/words/import.words.yaml'
import { Button } from '../../ui/Button.tsx'
import styles from './ImportModal.module.css'
import type { ImportSource } from './import-source.ts'

interface ImportProgressProps<Row extends { readonly line: number }> {
  readonly source: ImportSource<Row>
  readonly status: 'checking' | 'running'
}

/** How far the dry run or the import is; the import can be stopped. */
export function ImportProgress<Row extends { readonly line: number }>({
  source,
  status,
}: ImportProgressProps<Row>) {
  const importWords = useStore($importWords)
  const words = useStore(source.$words)
  const { progress } = useStore(source.store.$import)
  const stop = useRef<HTMLButtonElement>(null)
  useEffect(() => stop.current?.focus(), [])
  const shown = { done: formatCount(progress.done), total: formatCount(progress.total) }
  const isRunning = status === 'running'
  return (
    <div className={styles.progress}>
      <p className={styles.state} role="status">
        {isRunning ? words.running : importWords.checking}
      </p>
      <progress
        max={Math.max(1, progress.total)}
        value={progress.done}
        aria-label={isRunning ? words.running : importWords.checking}
      />
      <p className={styles.hint}>
        {isRunning ? words.runningOf(shown) : importWords.checkingOf(shown)}
      </p>
      {isRunning && (
        <div className="modal-actions">
          <Button ref={stop} variant="secondary" onClick={source.store.stop}>
            {importWords.stop}
          </Button>
        </div>
      )}
    </div>
  )
}
