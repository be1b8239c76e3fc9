import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { $dialogMessages } from '../../../../lib/messages/dialogs.ts'
import { $userImportMessages } from '../../../../lib/messages/user-import.ts'
import {
  $userImport,
  runImport,
  startImportOver,
  waitingLines,
} from '../../../../lib/screens/user-import.ts'
import { downloadResults } from '../../../../lib/screens/user-import-results.ts'
import { Button } from '../../../../ui/Button.tsx'
import { ImportLines } from './ImportLines.tsx'
import styles from './ImportModal.module.css'

interface ImportResultProps {
  readonly status: 'checked' | 'stopped' | 'broken' | 'done'
  readonly onClose: () => void
}

/** What would happen, or what has happened so far, and how to go on. */
export function ImportResult({ status, onClose }: ImportResultProps) {
  const messages = useStore($userImportMessages)
  const { close } = useStore($dialogMessages)
  const { lines, unread, problem } = useStore($userImport)
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => next.current?.focus(), [])
  const waiting = waitingLines(lines).length
  const heads = {
    checked: waiting === 0 ? messages.nothingToRun : messages.nothingWritten,
    stopped: messages.stopped,
    broken: messages.broken,
    done: messages.done,
  }
  const hints = {
    checked: unread.length === 0 ? '' : messages.unread({ columns: unread.join(', ') }),
    stopped: messages.stoppedHint,
    broken: `${problem} ${messages.brokenHint}`,
    done: messages.doneHint,
  }
  return (
    <>
      <div className={styles.head} data-status={status}>
        <p className={styles.state} role="status">
          {heads[status]}
        </p>
        {hints[status] !== '' && <p className={styles.hint}>{hints[status]}</p>}
      </div>
      <ImportLines lines={lines} isOver={status !== 'checked'} />
      <div className={`modal-actions ${styles.actions}`}>
        {status === 'checked' && (
          <Button variant="plain" onClick={startImportOver}>
            {messages.otherFile}
          </Button>
        )}
        <Button variant="secondary" onClick={downloadResults}>
          {messages.download}
        </Button>
        {status === 'checked' && waiting > 0 && (
          <Button ref={next} onClick={() => void runImport()}>
            {messages.run(waiting)}
          </Button>
        )}
        {(status === 'stopped' || status === 'broken') && (
          <Button ref={next} onClick={() => void runImport()}>
            {messages.goOn}
          </Button>
        )}
        {status === 'done' && (
          <Button ref={next} onClick={onClose}>
            {close}
          </Button>
        )}
      </div>
    </>
  )
}
