import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { formatCount } from '../../../../lib/format/format.ts'
import { $userImportMessages } from '../../../../lib/messages/user-import.ts'
import { $userImport, stopImport } from '../../../../lib/screens/user-import.ts'
import { Button } from '../../../../ui/Button.tsx'
import styles from './ImportModal.module.css'

/** How far the dry run or the import is; the import can be stopped. */
export function ImportProgress({ status }: { readonly status: 'checking' | 'running' }) {
  const messages = useStore($userImportMessages)
  const { progress } = useStore($userImport)
  const stop = useRef<HTMLButtonElement>(null)
  useEffect(() => stop.current?.focus(), [])
  const shown = { done: formatCount(progress.done), total: formatCount(progress.total) }
  const isRunning = status === 'running'
  return (
    <div className={styles.progress}>
      <p className={styles.state} role="status">
        {isRunning ? messages.running : messages.checking}
      </p>
      <progress
        max={Math.max(1, progress.total)}
        value={progress.done}
        aria-label={isRunning ? messages.running : messages.checking}
      />
      <p className={styles.hint}>
        {isRunning ? messages.runningOf(shown) : messages.checkingOf(shown)}
      </p>
      {isRunning && (
        <div className="modal-actions">
          <Button ref={stop} variant="secondary" onClick={stopImport}>
            {messages.stop}
          </Button>
        </div>
      )}
    </div>
  )
}
