import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { listComma } from '../../lib/core/format/list.ts'
import { draftOf } from '../../lib/core/ui-state/drafts.ts'
import { $dialogsWords } from '../../lib/core/words/dialogs.words.yaml'
import { awaitedUsers, waitingLines } from '../../lib/files/import.ts'
import { invitedWords } from '../../lib/files/import-results.ts'
import { $importWords } from '../../lib/files/words/import.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { SendAgain } from '../sign-in/SendAgain.tsx'
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
  const { store, runWords, draft } = source
  const importWords = useStore($importWords)
  const words = useStore(source.$words)
  const { close } = useStore($dialogsWords)
  const { lines, unread, guessed, problem } = useStore(store.$import)
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => next.current?.focus(), [])
  const waiting = waitingLines(lines).length
  const awaited = awaitedUsers(lines).length
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
    checked: [
      guessed,
      unread.length === 0 ? '' : importWords.unread({ columns: unread.join(listComma()) }),
      awaited === 0 ? '' : importWords.notCome(awaited),
    ]
      .filter((hint) => hint !== '')
      .join(' '),
    stopped: importWords.stoppedHint,
    broken: `${problem} ${words.brokenHint}`,
    done: `${invitedWords(lines)} ${importWords.doneHint}`.trim(),
  }
  return (
    <>
      <div className={styles.head} data-status={status}>
        <p className={styles.state} role="status">
          {heads[status]}
        </p>
        {hints[status] !== '' && <p className={styles.hint}>{hints[status]}</p>}
      </div>
      <ImportLines
        {...{ lines, source }}
        isOver={status !== 'checked'}
        isOpen={status === 'checked' || status === 'done'}
      />
      <div className={`modal-actions ${styles.actions}`}>
        {goesBack && (
          <Button variant="plain" onClick={store.startOver}>
            {words.back ?? (draftOf(draft) ? importWords.backToLines : importWords.otherFile)}
          </Button>
        )}
        <Button variant="secondary" onClick={source.download}>
          {importWords.download}
        </Button>
        {(status === 'checked' || status === 'done') && awaited > 0 && (
          <SendAgain
            count={awaited}
            onSend={store.inviteWaiting}
            isMain={status === 'checked' && waiting === 0}
          />
        )}
        {status === 'checked' && waiting > 0 && (
          <Button ref={next} onClick={() => void store.run()}>
            {runWords?.(lines) ?? words.run(waiting)}
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
