import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { listComma } from '../../lib/core/format/list.ts'
import { formatCount } from '../../lib/core/i18n/format.ts'
import { draftOf, dropDraft, keepField } from '../../lib/core/ui-state/drafts.ts'
import { $dialogsWords } from '../../lib/core/words/dialogs.words.yaml'
import { awaitedUsers, hasUnsaved, waitingLines } from '../../lib/files/import.ts'
import { invitedWords } from '../../lib/files/import-results.ts'
import { $importWords } from '../../lib/files/words/import.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { SendAgain } from '../sign-in/SendAgain.tsx'
import type { ImportSource } from './ImportForm.tsx'
import { ImportLines } from './ImportLines.tsx'
import styles from './ImportModal.module.css'

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

interface ImportProgressProps<Row extends { readonly line: number }> {
  readonly source: ImportSource<Row>
  readonly status: 'checking' | 'running'
}

/** How far the dry run or the import is; either can be stopped. */
function ImportProgress<Row extends { readonly line: number }>({
  source,
  status,
}: ImportProgressProps<Row>) {
  const importWords = useStore($importWords)
  const words = useStore(source.$words)
  const { progress } = useStore(source.store.$import)
  const stop = useRef<HTMLButtonElement>(null)
  const isRunning = status === 'running'
  useEffect(() => {
    if (isRunning) stop.current?.focus()
  }, [isRunning])
  const numbers = { done: formatCount(progress.done), total: formatCount(progress.total) }
  return (
    <Progress
      text={isRunning ? words.running : importWords.checking}
      {...progress}
      shown={isRunning ? words.runningOf(numbers) : importWords.checkingOf(numbers)}
      onStop={source.store.stop}
      stopRef={stop}
    />
  )
}

interface ImportResultProps<Row extends { readonly line: number }> {
  readonly source: ImportSource<Row>
  readonly status: 'checked' | 'stopped' | 'broken' | 'done'
  readonly onClose: () => void
}

/** The expected or present result, and how to go on. */
function ImportResult<Row extends { readonly line: number }>({
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
