import { useStore } from '@nanostores/react'
import { computed, keepMount, type StoreValue } from 'nanostores'
import { useEffect, useId, useRef, useState } from 'react'
import { shownSender } from '../../../lib/core/format/shown-sender.ts'
import {
  $actedOn,
  $opinions,
  $senderNotes,
  flagSender,
  undoSender,
  unflagSender,
  whyNot,
} from '../../../lib/flags/sender-actions.ts'
import { $senders, scopeToBlock, senderOf, wantSender } from '../../../lib/flags/sender-flags.ts'
import { $undos, pauseUndo, resumeUndo, undoMs } from '../../../lib/flags/sender-undo.ts'
import { $senderActionsWords } from '../../../lib/flags/words/sender-actions.words.yaml'
import { $capabilities } from '../../../lib/sign-in/capabilities.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './SenderActions.module.css'
import { SenderChoices } from './SenderChoices.tsx'

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

export interface SenderActionsProps {
  readonly mail: {
    readonly id: string | number
    readonly sender_domain: string
    readonly sender_address?: string | null | undefined
    readonly threat_level?: string
  }
  /** Only the one-click action and its way back, for rows that open to more. */
  readonly isCompact?: boolean
}

/**
 * The parts of a row as one store: each subscription in each of many rows takes a slow phone some
 * time.
 */
const $shown = computed(
  [$senderActionsWords, $senders, $senderNotes, $opinions, $actedOn, $undos],
  (words, senders, notes, opinions, actedOn, undos) => ({
    words,
    senders,
    notes,
    opinions,
    actedOn,
    undos,
  }),
)
// Words that are made anew between the drawing of rows and their subscription would draw all rows again.
keepMount($senderActionsWords)

/** The user's options for the sender of a mail, and past actions. */
export function SenderActions({ mail, isCompact = false }: SenderActionsProps) {
  const shown = useStore($shown)
  const { words, senders, notes, opinions } = shown
  const can = useStore($capabilities)
  const isOffered = can.has('flag-changes')
  const sender = senderOf(mail)
  const mailId = String(mail.id)
  const [isOpen, setOpen] = useState(false)
  const choicesId = useId()
  const state = senders.get(sender)
  const note = notes.get(sender)
  const opinion = opinions.get(mailId)
  const { text } = shownSender(sender)
  useEffect(() => {
    if (isOffered) wantSender(sender)
  }, [sender, isOffered])
  if (sender === '') return null
  if (!isOffered) {
    // The room of the action is kept until the server has said what it can: rows do not move then.
    const isAwaited = can.size === 0 && !(isCompact && mail.threat_level === 'safe')
    return isAwaited ? <div className={styles.place} /> : null
  }
  const problem = [note, notes.get(mailId)].find((one) => one?.kind === 'problem')
  const said = { honest: words.reportedHonest, dangerous: words.reportedDangerous }
  return (
    <div className={styles.actions} data-keep-focus tabIndex={-1}>
      <div className={styles.row} role="group" aria-label={words.group({ sender: text })}>
        <Decision sender={sender} level={mail.threat_level} isCompact={isCompact} shown={shown} />
        {!isCompact && (
          <button
            type="button"
            className={styles.more}
            aria-expanded={isOpen}
            aria-controls={choicesId}
            aria-label={words.moreOne({ sender: text })}
            onClick={() => setOpen(!isOpen)}
          >
            {words.more}
            <Icon name="down" />
          </button>
        )}
      </div>
      <p role="status" className="visually-hidden">
        {note?.kind === 'done' && note.text}
      </p>
      <p role="status">{opinion !== undefined && said[opinion]}</p>
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {problem.text}
        </p>
      )}
      <div id={choicesId} hidden={!isOpen}>
        {isOpen && <SenderChoices sender={sender} mailId={mailId} state={state} />}
      </div>
    </div>
  )
}

interface DecisionProps {
  readonly sender: string
  readonly level: string | undefined
  readonly isCompact: boolean
  readonly shown: StoreValue<typeof $shown>
}

/** The one-click action, or what the user decided, with the way back. */
function Decision({ sender, level, isCompact, shown }: DecisionProps) {
  const { words: senderActionsWords, senders, actedOn, undos } = shown
  const state = senders.get(sender)
  const isPending = actedOn.has(sender)
  const undo = undos.get(sender)
  const flag = state?.flag ?? null
  const removed = undo?.isRemoval === true ? undo.former[0] : undefined
  if (removed !== undefined) {
    const value = shownSender(removed.value).text
    const words =
      removed.flag_type === 'red' ? senderActionsWords.undoUnblock : senderActionsWords.undoDistrust
    return <Undo sender={sender} label={words({ value })} isPending={isPending} />
  }
  if (flag === null) {
    if (state !== undefined && scopeToBlock(state) === undefined) {
      return isCompact ? null : <p className={styles.why}>{whyNot(state)}</p>
    }
    // One slip of the finger would block a colleague: the row opens first.
    if (isCompact && level === 'safe') return null
    const { text } = shownSender(sender)
    return (
      <>
        <Button
          variant={isCompact ? 'plain' : 'secondary'}
          size="small"
          pending={isPending}
          label={
            isPending ? senderActionsWords.working : senderActionsWords.blockOne({ sender: text })
          }
          onClick={() => void flagSender(sender, 'red')}
        >
          {isPending ? senderActionsWords.working : senderActionsWords.block}
        </Button>
        {!isCompact && level !== 'malicious' && (
          <Button
            variant="plain"
            size="small"
            pending={isPending}
            label={senderActionsWords.trustOne({ sender: text })}
            onClick={() => void flagSender(sender, 'green')}
          >
            {senderActionsWords.trust}
          </Button>
        )}
      </>
    )
  }
  const value = shownSender(flag.value).text
  const isRed = flag.flag_type === 'red'
  return (
    <>
      <span className={styles.decided}>
        {isRed ? (
          <Badge tone="danger" icon="malicious" label={senderActionsWords.blocked} />
        ) : (
          <Badge tone="safe" icon="safe" label={senderActionsWords.trusted} />
        )}
        {!isCompact && <bdi className={styles.value}>{value}</bdi>}
      </span>
      {undo !== undefined ? (
        <Undo
          sender={sender}
          label={
            isRed
              ? senderActionsWords.undoBlock({ value })
              : senderActionsWords.undoTrust({ value })
          }
          isPending={isPending}
        />
      ) : (
        <Button
          variant="secondary"
          size="small"
          pending={isPending}
          label={
            isRed
              ? senderActionsWords.unblockOne({ value })
              : senderActionsWords.distrustOne({ value })
          }
          onClick={() => void unflagSender(sender)}
        >
          {isRed ? senderActionsWords.unblock : senderActionsWords.distrust}
        </Button>
      )}
    </>
  )
}

interface UndoProps {
  readonly sender: string
  readonly label: string
  readonly isPending: boolean
}

function Undo({ sender, ...shown }: UndoProps) {
  return <UndoButton undoKey={sender} {...shown} onUndo={() => void undoSender(sender)} />
}
