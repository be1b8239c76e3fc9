import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { listComma } from '../../lib/core/format/list.ts'
import { $dialogsWords } from '../../lib/core/words/dialogs.words.yaml'
import { waitingLines } from '../../lib/files/import.ts'
import { $importWords } from '../../lib/files/words/import.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { ImportLines } from './ImportLines.tsx'
import styles from './ImportModal.module.css'
import type { ImportSource } from './import-source.ts'

interface ImportResultProps<Row extends { readonly line: number }> {
  readonly source: ImportSource<Row>
  readonly status: 'checked' | 'stopped' | 'broken' | 'done'
  readonly onClose: () => void
}

/** The expected or present result, and how to go on. */
export function ImportResult<Row extends { readonly line: number }>({
  source,
  status,
  onClose,
}: ImportResultProps<Row>) {
  const { store, showRow, Action } = source
  const importWords = useStore($importWords)
  const words = useStore(source.$words)
  const { close } = useStore($dialogsWords)
  const { lines, unread, problem } = useStore(store.$import)
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => next.current?.focus(), [])
  const waiting = waitingLines(lines).length
  const isRefused = lines.some(({ outcome }) => outcome === 'invalid' || outcome === 'conflict')
  const goesBack =
    status === 'checked' || (status === 'done' && words.back !== undefined && isRefused)
  const heads = {
    checked:
      waiting === 0
        ? importWords.nothingToRun
        : (words.nothingWritten ?? importWords.nothingWritten),
    stopped: importWords.stopped,
    broken: importWords.broken,
    done: words.done ?? importWords.done,
  }
  const hints = {
    checked: unread.length === 0 ? '' : importWords.unread({ columns: unread.join(listComma()) }),
    stopped: importWords.stoppedHint,
    broken: `${problem} ${words.brokenHint}`,
    done: importWords.doneHint,
  }
  return (
    <>
      <div className={styles.head} data-status={status}>
        <p className={styles.state} role="status">
          {heads[status]}
        </p>
        {hints[status] !== '' && <p className={styles.hint}>{hints[status]}</p>}
      </div>
      <ImportLines {...{ lines, showRow, Action }} isOver={status !== 'checked'} />
      <div className={`modal-actions ${styles.actions}`}>
        {goesBack && (
          <Button variant="plain" onClick={store.startOver}>
            {words.back ?? importWords.otherFile}
          </Button>
        )}
        <Button variant="secondary" onClick={source.download}>
          {importWords.download}
        </Button>
        {status === 'checked' && waiting > 0 && (
          <Button ref={next} onClick={() => void store.run()}>
            {words.run(waiting)}
          </Button>
        )}
        {(status === 'stopped' || status === 'broken') && (
          <Button ref={next} onClick={() => void store.run()}>
            {importWords.goOn}
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
