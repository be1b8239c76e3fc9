import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { $undos, pauseUndo, resumeUndo, undoMs } from '../../../lib/flags/sender-undo.ts'
import { $senderActionsWords } from '../../../lib/flags/words/sender-actions.words.yaml'
import styles from './SenderActions.module.css'

interface UndoButtonProps {
  readonly undoKey: string
  /** The accessible name, which says what is undone. */
  readonly label: string
  readonly isPending: boolean
  readonly onUndo: () => void
}

/** Takes an action back; its time stands still while it is pointed at or focused by keyboard. */
export function UndoButton({ undoKey, label, isPending, onUndo }: UndoButtonProps) {
  const { undo } = useStore($senderActionsWords)
  const isPaused = useStore($undos).get(undoKey)?.timer === undefined
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // It may appear with the focus, which moves to it before this runs.
    if (button.current?.matches(':focus-visible') === true) pauseUndo(undoKey)
    return () => resumeUndo(undoKey)
  }, [undoKey])
  const leave = () => {
    const { current } = button
    if (current?.matches(':hover, :focus-visible') !== true) resumeUndo(undoKey)
  }
  return (
    <button
      ref={button}
      type="button"
      className={`button ${styles.undo}`}
      data-variant="secondary"
      data-size="small"
      data-paused={isPaused}
      style={{ animationDuration: `${undoMs}ms` }}
      aria-label={label}
      aria-disabled={isPending || undefined}
      onClick={isPending ? undefined : onUndo}
      onPointerEnter={() => pauseUndo(undoKey)}
      onPointerLeave={leave}
      onFocus={({ currentTarget }) => {
        if (currentTarget.matches(':focus-visible')) pauseUndo(undoKey)
      }}
      onBlur={() => setTimeout(leave)}
    >
      {undo}
    </button>
  )
}
