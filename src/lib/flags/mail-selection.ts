import { atom, type ReadableAtom } from 'nanostores'
import type { MailOpinion } from '../../../contract/emails/mail-opinion.ts'
import type { FlagType } from '../../../contract/flags/flag.ts'
import { HttpError } from '../core/api/errors.ts'
import { shownSender } from '../core/format/shown-sender.ts'
import { forgetWithSession } from '../core/storage/forget.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import {
  failureWords,
  sendOpinion,
  setAll,
  valuesToFlag,
  whyNot,
  wordsOf,
} from './sender-actions.ts'
import { $senders, lookUp, lookUpAgain, senderOf } from './sender-flags.ts'
import { offerUndo, undo } from './sender-undo.ts'
import { $senderActionsWords } from './words/sender-actions.words.yaml'

export type { FlagType, MailOpinion }

export interface SelectableMail {
  readonly id: string | number
  readonly sender_domain: string
  readonly sender_address?: string | null | undefined
}

/** The outcome of an action on the selected mail. */
export interface SelectionResult {
  readonly text: string
  readonly failedCount: number
  /** Each sender and reason once. */
  readonly failed: readonly { readonly label: string; readonly reason: string }[]
}

type Selection = ReadonlyMap<string, SelectableMail>

/** Under which what was done to a selection can be undone. */
export const selectionKey = 'selection'

const $selected = atom<Selection>(new Map())
const $outcome = atom<SelectionResult | undefined>()
const $busy = atom(false)

export const $selectedMail: ReadableAtom<Selection> = $selected
export const $selectionResult: ReadableAtom<SelectionResult | undefined> = $outcome
export const $isSelectionBusy: ReadableAtom<boolean> = $busy

forgetWithSession(() => {
  $selected.set(new Map())
  $outcome.set(undefined)
  $busy.set(false)
})

export function selectMail(mail: SelectableMail, isSelected: boolean): void {
  const others = new Map($selected.get())
  if (isSelected) others.set(String(mail.id), mail)
  else others.delete(String(mail.id))
  $selected.set(others)
}

export function clearSelection(): void {
  $selected.set(new Map())
  $outcome.set(undefined)
}

/** A mail that could not be acted on, which stays selected. */
interface Failure {
  readonly mail: SelectableMail
  readonly label: string
  readonly reason: string
}

/** Blocks or trusts the senders of the selected mail, each as one click does. */
export function flagSelected(flagType: FlagType): Promise<void> {
  return act(async (mails) => {
    const words = $senderActionsWords.get()
    const bySender = Map.groupBy(mails, senderOf)
    const senders = [...bySender.keys()]
    const question = words.trustSelectedQuestion(senders.length)
    if (flagType === 'green' && !(await confirm({ text: question, action: words.trustSelected }))) {
      return undefined
    }
    await lookUp(senders.filter((sender) => sender !== '' && !$senders.get().has(sender)))
    const failed: Failure[] = []
    const fail = (sender: string, reason: string) => {
      const label = shownSender(sender).text
      for (const mail of bySender.get(sender) ?? []) failed.push({ mail, label, reason })
    }
    const senderOfValue = new Map<string, string>()
    for (const sender of senders) {
      const state = $senders.get().get(sender)
      const values = state === undefined ? [] : valuesToFlag(state, flagType)
      if (values.length === 0) fail(sender, whyNot(state))
      for (const value of values) senderOfValue.set(value, sender)
    }
    const flags = [...senderOfValue.keys()].map((value) => ({ flag_type: flagType, value }))
    const rows = flags.length === 0 ? [] : await setAll(flags)
    for (const row of rows) {
      const sender = senderOfValue.get(flags[row.line - 1]?.value ?? '')
      if (row.problem !== undefined && sender !== undefined) fail(sender, await wordsOf(row))
    }
    offerUndo(selectionKey, rows)
    await lookUpAgain().catch(() => undefined)
    const count = senders.length - new Set(failed.map(({ mail }) => senderOf(mail))).size
    return {
      failed,
      text: (flagType === 'red' ? words.doneBlocked : words.doneTrusted)(count),
    }
  })
}

/** Reports the selected mail one by one; the server limits how many reports a user sends. */
export function reportSelected(opinion: MailOpinion): Promise<void> {
  return act(async (mails) => {
    const failed: Failure[] = []
    let isOver: string | undefined
    for (const mail of mails) {
      const label = shownSender(senderOf(mail)).text
      if (isOver !== undefined) {
        failed.push({ mail, label, reason: isOver })
        continue
      }
      try {
        await sendOpinion(String(mail.id), opinion)
      } catch (error) {
        const reason = await failureWords(error)
        failed.push({ mail, label, reason })
        // The next ones would fail for the same reason.
        if (!(error instanceof HttpError) || error.status === 429) isOver = reason
      }
    }
    const { doneReported } = $senderActionsWords.get()
    return { failed, text: doneReported(mails.length - failed.length) }
  })
}

/** Takes the last action on a selection back. */
export function undoSelection(): Promise<void> {
  return act(async () => {
    await undo(selectionKey)
    await lookUpAgain()
    return { failed: [], text: $senderActionsWords.get().saidUndone }
  })
}

async function act(
  action: (
    mails: readonly SelectableMail[],
  ) => Promise<{ text: string; failed: readonly Failure[] } | undefined>,
): Promise<void> {
  if ($busy.get()) return
  const mails = [...$selected.get().values()]
  $busy.set(true)
  $outcome.set(undefined)
  try {
    const result = await action(mails)
    if (result === undefined) return
    const { failed, text } = result
    const named = failed.map(
      ({ label, reason }) => [`${label} ${reason}`, { label, reason }] as const,
    )
    $outcome.set({ text, failedCount: failed.length, failed: [...new Map(named).values()] })
    $selected.set(new Map(failed.map(({ mail }) => [String(mail.id), mail])))
  } catch (error) {
    const reason = await failureWords(error)
    $outcome.set({ text: reason, failedCount: 0, failed: [] })
  } finally {
    $busy.set(false)
  }
}
