import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { mailboxActions, mailboxSecurities } from '../../../contract/mailboxes/mailbox.ts'
import {
  changeMailboxEndpoint,
  connectMailboxEndpoint,
  disconnectMailboxEndpoint,
  findMailServerEndpoint,
  moveBackEndpoint,
  showMailboxEndpoint,
} from '../../../contract/mailboxes/own-mailbox.ts'
import {
  beginMailboxSignInEndpoint,
  finishMailboxSignInEndpoint,
} from '../../../contract/mailboxes/sign-in-mailbox.ts'
import { call } from '../core/api/http.ts'
import { createResource } from '../core/api/resource.ts'
import { displayMoment } from '../core/i18n/format.ts'
import { makeChange, pendingRows } from '../core/ui-state/change.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import { done, rejectFields, reportFailure, type Submitted, textOf } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { $mailboxWords } from './words/mailbox.words.yaml'

export type FoundServer = OutputOf<typeof findMailServerEndpoint> & { readonly address: string }
export type Mailbox = NonNullable<OutputOf<typeof showMailboxEndpoint>['mailbox']>
export type MovedMail = Mailbox['moved'][number]

const notices = noticesAbout('mailbox')
const moves = pendingRows()

/** The ids of mails that are being moved back. */
export const $movingBack = moves.$pending

/** The mailbox that Aman watches for the user. */
export const ownMailbox = createResource(() => call(showMailboxEndpoint))

/** @param onFound gets the server of the address in the form */
export async function findServer(
  form: FormData,
  onFound: (found: FoundServer) => void,
): Promise<Submitted> {
  const { findFailed: prefix } = $mailboxWords.get()
  const address = textOf(form, 'address')
  notices.drop()
  try {
    onFound({ ...(await call(findMailServerEndpoint, { address })), address })
  } catch (error) {
    return reportFailure(notices, error, { prefix }, form)
  }
  return { status: 'kept' }
}

/** Signs in to the mailbox, and has it watched from then on. */
export async function connectMailbox(form: FormData): Promise<Submitted> {
  const { missing, connectFailed: prefix, connected } = $mailboxWords.get()
  notices.drop()
  const names = ['host', 'port', 'username', 'password'] as const
  const empty = names.filter((name) => textOf(form, name) === '')
  if (empty.length > 0) return rejectFields(notices, missing, empty)
  try {
    await call(connectMailboxEndpoint, {
      ...serverIn(form),
      // Providers show app passwords in groups, with spaces that are read or not.
      password: textOf(form, 'password'),
      knows_senders: form.has('knows_senders'),
    })
  } catch (error) {
    return reportFailure(notices, error, { prefix }, form)
  }
  notices.success(connected)
  await ownMailbox.reload()
  return done
}

/** Leads to the page of the provider, which leads back to this screen. */
export async function signIn(form: FormData): Promise<Submitted> {
  const { connectFailed: prefix } = $mailboxWords.get()
  notices.drop()
  try {
    const { url } = await call(beginMailboxSignInEndpoint, {
      ...serverIn(form),
      knows_senders: form.has('knows_senders'),
    })
    location.assign(url)
  } catch (error) {
    return reportFailure(notices, error, { prefix }, form)
  }
  return { status: 'kept' }
}

/** Where the provider has just led back, has the mailbox watched. */
export async function finishSignIn(): Promise<void> {
  const query = new URLSearchParams(location.search)
  const [state, code, error, iss] = ['state', 'code', 'error', 'iss'].map((name) => query.get(name))
  if (!state || !(code || error)) return
  // The code works once, and belongs into no history.
  history.replaceState(history.state, '', location.pathname)
  const { connected, connectFailed: prefix, notAllowed } = $mailboxWords.get()
  if (!code) {
    notices.problem(prefix + notAllowed)
    return
  }
  const named = iss ? { iss } : {}
  const send = () => call(finishMailboxSignInEndpoint, { state, code, ...named })
  await makeChange(notices, { done: connected, failed: prefix }, send, ownMailbox.reload)
}

/** The server that a form names. */
export function serverIn(form: FormData) {
  return {
    address: textOf(form, 'address'),
    host: textOf(form, 'host'),
    port: Number(textOf(form, 'port')),
    security: oneOf(mailboxSecurities, textOf(form, 'security')) ?? 'tls',
    username: textOf(form, 'username'),
  }
}

/** Saves what happens to dangerous mail. */
export async function saveAction(form: FormData, { state }: Mailbox): Promise<Submitted> {
  const { saved, saveFailed } = $mailboxWords.get()
  const action = oneOf(mailboxActions, textOf(form, 'action')) ?? 'tell'
  const moves_last_day = form.has('moves_last_day')
  const wish = { action, moves_last_day, is_active: state === 'active' }
  const send = () => call(changeMailboxEndpoint, wish)
  await makeChange(notices, { done: saved, failed: saveFailed }, send, ownMailbox.reload)
  return { status: 'kept' }
}

/** Stops the watch, or goes on. */
export async function setWatched({ action }: Mailbox, isActive: boolean): Promise<void> {
  const { connected, nowStopped, saveFailed: failed } = $mailboxWords.get()
  const send = () => call(changeMailboxEndpoint, { action, is_active: isActive })
  const words = { done: isActive ? connected : nowStopped, failed }
  await makeChange(notices, words, send, ownMailbox.reload)
}

/** Erases the password and all that is known of the mailbox, after a question. */
export async function disconnect({ address }: Mailbox): Promise<void> {
  const words = $mailboxWords.get()
  const text = words.disconnectQuestion({ address })
  if (!(await confirm({ text, action: words.disconnect }))) return
  const send = () => call(disconnectMailboxEndpoint)
  const said = { done: words.disconnected, failed: words.disconnectFailed }
  await makeChange(notices, said, send, ownMailbox.reload)
}

/** @param state of the mailbox, which is not touched while it is stopped */
export async function moveBack({ id }: MovedMail, state: Mailbox['state']): Promise<void> {
  const { movedBack, movedBackLater, moveFailed: failed } = $mailboxWords.get()
  const said = state === 'active' ? movedBack : movedBackLater
  const send = () => call(moveBackEndpoint, { id })
  await moves.run(id, () => makeChange(notices, { done: said, failed }, send, ownMailbox.reload))
}

/** The state of a mailbox in sentences; the first says whether it is protected. */
export function sentencesAbout(mailbox: Mailbox): string[] {
  const words = $mailboxWords.get()
  const { host, problem, state, signs_in, by_organization } = mailbox
  const { connected_at, seen_at, last_mail_at } = mailbox
  if (state === 'stopped') return [words.stopped]
  if (problem === 'unknown') return [words.unknown({ host })]
  if (problem === 'consent' || (state === 'refused' && signs_in)) return [words.consent({ host })]
  if (state === 'refused') return [words.refused({ host })]
  if (problem === 'password') return [words.wrongPassword({ host })]
  if (problem !== null && problem !== 'full' && problem !== 'cannot_move' && problem !== 'shared') {
    return [words[problem]({ host })]
  }
  if (by_organization && seen_at === null) return [words.joining]
  return [
    words.protected({ time: displayMoment(connected_at) }),
    last_mail_at === null ? words.noMail : words.lastMail({ time: displayMoment(last_mail_at) }),
    ...(problem === null ? [] : [words[problem]]),
  ]
}

/** Whether what is shown changes within seconds: a mail on its way back, or the first one to come. */
export function isAwaited({ state, moved, last_mail_at }: Mailbox): boolean {
  return state === 'active' && (last_mail_at === null || moved.some((it) => it.is_returning))
}

/** Whether its user has to do something. */
export function isTroubled({ state, problem }: Mailbox): boolean {
  return state === 'refused' || problem !== null
}

function oneOf<Value extends string>(values: readonly Value[], text: string): Value | undefined {
  return values.find((value) => value === text)
}
