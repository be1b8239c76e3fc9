import { atom, type ReadableAtom } from 'nanostores'
import type { MailOpinion } from '../../../contract/emails/mail-opinion.ts'
import { reportMailEndpoint } from '../../../contract/emails/report-mail.ts'
import type { FlagType } from '../../../contract/flags/flag.ts'
import { removeFlagEndpoint } from '../../../contract/flags/remove-flag.ts'
import { setFlagsEndpoint } from '../../../contract/flags/set-flags.ts'
import { errorOfRow } from '../core/api/errors.ts'
import { call } from '../core/api/http.ts'
import { shownSender } from '../core/format/shown-sender.ts'
import { forgetWithSession } from '../core/storage/forget.ts'
import { pendingRows } from '../core/ui-state/change.ts'
import { failureText } from '../core/ui-state/form.ts'
import { isTrustMeant } from './flags.ts'
import {
  lookUpAgain,
  type Scope,
  type SenderState,
  scopeToBlock,
  scopeToTrust,
  stateOf,
} from './sender-flags.ts'
import { offerRestore, offerUndo, type SetRow, undo } from './sender-undo.ts'
import { $senderActionsWords } from './words/sender-actions.words.yaml'

export type { FlagType }

/** A row's note about its last action. */
export interface SenderNote {
  readonly kind: 'done' | 'problem'
  readonly text: string
}

const running = pendingRows()
const $rowNotes = atom<ReadonlyMap<string, SenderNote>>(new Map())
const $reported = atom<ReadonlyMap<string, MailOpinion>>(new Map())

/** The senders and mails with a running action. */
export const $actedOn = running.$pending
/** By sender or by the id of a mail. */
export const $senderNotes: ReadableAtom<ReadonlyMap<string, SenderNote>> = $rowNotes
/** The user's reports in this document, by the id of the mail. */
export const $opinions: ReadableAtom<ReadonlyMap<string, MailOpinion>> = $reported

forgetWithSession(() => {
  $rowNotes.set(new Map())
  $reported.set(new Map())
})

/** Blocks or trusts a sender at once. @param scope by default what one click may cover */
export function flagSender(sender: string, flagType: FlagType, scope?: Scope): Promise<void> {
  return act(sender, async () => {
    const words = $senderActionsWords.get()
    const state = await stateOf(sender)
    const values = state === undefined ? [] : valuesToFlag(state, flagType, scope)
    const [value] = values
    if (state === undefined || value === undefined) return problem(whyNot(state))
    if (flagType === 'green' && !(await isTrustMeant(value))) return undefined
    const rows = await setAll(values.map((one) => ({ flag_type: flagType, value: one })))
    const failed = rows.find((row) => row.problem !== undefined)
    if (failed?.problem !== undefined) return problem(await wordsOf(failed))
    offerUndo(sender, rows)
    await lookUpAgain().catch(() => undefined)
    const said = flagType === 'red' ? words.saidBlocked : words.saidTrusted
    return done(said({ value: shownSender(value).text }))
  })
}

/**
 * The value to flag, and the address if a flag of the other colour on it would still decide.
 */
export function valuesToFlag(state: SenderState, flagType: FlagType, scope?: Scope): string[] {
  const chosen = scope ?? (flagType === 'red' ? scopeToBlock(state) : scopeToTrust(state))
  if (chosen === undefined) return []
  const { flag, address } = state
  const isOverruled =
    chosen === 'domain' &&
    address !== null &&
    flag?.value === address &&
    flag.flag_type !== flagType
  return [state[chosen], isOverruled ? address : null].filter((value) => value !== null)
}

export async function setAll(flags: readonly { flag_type: FlagType; value: string }[]) {
  const numbered = flags.map((flag, index) => ({ line: index + 1, ...flag }))
  return (await call(setFlagsEndpoint, { replaces: true, flags: numbered })).rows
}

/** Removes the flag that decides about a sender, which can be undone. */
export function unflagSender(sender: string): Promise<void> {
  return act(sender, async () => {
    const flag = (await stateOf(sender))?.flag
    if (flag === null || flag === undefined) return undefined
    await call(removeFlagEndpoint, { id: String(flag.id) })
    offerRestore(sender, flag)
    await lookUpAgain().catch(() => undefined)
    const { saidRemoved } = $senderActionsWords.get()
    return done(saidRemoved({ value: shownSender(flag.value).text }))
  })
}

/** Takes the last action on a sender back. */
export function undoSender(sender: string): Promise<void> {
  return act(sender, async () => {
    await undo(sender)
    await lookUpAgain()
    return done($senderActionsWords.get().saidUndone)
  })
}

/** Tells the team lead and support what the user thinks of a mail. */
export function reportScan(id: string, opinion: MailOpinion): Promise<void> {
  return act(id, async () => {
    await sendOpinion(id, opinion)
    return undefined
  })
}

export async function sendOpinion(id: string, opinion: MailOpinion): Promise<void> {
  await call(reportMailEndpoint, { kind: 'scan', id, opinion })
  $reported.set(new Map([...$reported.get(), [id, opinion]]))
}

/** Why an action failed; it can be repeated. */
export async function failureWords(error: unknown): Promise<string> {
  return failureText(error)
}

/** Why a row of an answer was not written. */
export async function wordsOf({ problem: found }: SetRow): Promise<string> {
  return failureWords(found && errorOfRow(found))
}

/** Why a sender cannot be blocked with one click. */
export function whyNot(state: SenderState | undefined): string {
  const words = $senderActionsWords.get()
  const why = whyShared(state)
  return why === '' ? words.noFlag : `${why} ${words.addressUnknown}`
}

/** Why the domain of a sender is not blocked as a whole; empty if it may be. */
export function whyShared(state: SenderState | undefined): string {
  const { publicMail, ownDomain } = $senderActionsWords.get()
  const { domain = null, shared = null } = state ?? {}
  if (domain === null || shared === null) return ''
  const words = shared === 'public_mail' ? publicMail : ownDomain
  return words({ domain: shownSender(domain).text })
}

async function act(key: string, action: () => Promise<SenderNote | undefined>): Promise<void> {
  await running.run(key, async () => {
    note(key, undefined)
    try {
      note(key, await action())
    } catch (error) {
      note(key, problem(await failureWords(error)))
    }
  })
}

const done = (text: string): SenderNote => ({ kind: 'done', text })
const problem = (text: string): SenderNote => ({ kind: 'problem', text })

function note(key: string, given: SenderNote | undefined): void {
  const others = new Map($rowNotes.get())
  if (given === undefined) others.delete(key)
  else others.set(key, given)
  $rowNotes.set(others)
}
