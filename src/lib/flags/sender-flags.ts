import { atom, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { limits } from '../../../contract/core/limits.ts'
import { givenSender, showSendersEndpoint } from '../../../contract/flags/show-senders.ts'
import { call } from '../core/api/http.ts'
import { forgetWithSession } from '../core/storage/forget.ts'
import { $capabilities, capabilitiesAnswered } from '../sign-in/capabilities.ts'

/** The state of a sender: the flag that decides, and what a flag could be for. */
export type SenderState = OutputOf<typeof showSendersEndpoint>['senders'][number]

const $states = atom<ReadonlyMap<string, SenderState>>(new Map())

/** By sender, as `senderOf` names them; a sender that is not in it has not been looked up. */
export const $senders: ReadableAtom<ReadonlyMap<string, SenderState>> = $states

let wanted = new Set<string>()
let isQueued = false

forgetWithSession(() => {
  wanted = new Set()
  $states.set(new Map())
})

/**
 * The address of a mail's sender, else its domain, which is all that is kept of malicious mail; empty
 * for what the backend sent and would not take back.
 */
export function senderOf(mail: {
  readonly sender_domain: string
  readonly sender_address?: string | null | undefined
}): string {
  const sender = mail.sender_address || mail.sender_domain
  return v.is(givenSender, sender) ? sender : ''
}

/** Looks a sender up, together with others that are wanted at the same time; fails silently. */
export function wantSender(sender: string): void {
  if (sender === '' || $states.get().has(sender)) return
  wanted.add(sender)
  if (isQueued) return
  isQueued = true
  queueMicrotask(() => {
    isQueued = false
    const senders = [...wanted]
    wanted = new Set()
    // The actions look it up again when they need it.
    lookUp(senders).catch(() => undefined)
  })
}

/**
 * Looks up the senders of the first mails of a list, as far as accounts can flag them, so that their actions are
 * drawn once; fails silently.
 */
export async function knowSenders(mails: readonly Parameters<typeof senderOf>[0][]): Promise<void> {
  await capabilitiesAnswered()
  if (!$capabilities.get().has('flag-changes')) return
  const unknown = new Set(mails.map(senderOf).filter((it) => it !== '' && !$states.get().has(it)))
  await lookUp([...unknown].slice(0, limits.sendersAtOnce)).catch(() => undefined)
}

/** @throws like `call` */
export async function lookUp(senders: readonly string[]): Promise<void> {
  for (let start = 0; start < senders.length; start += limits.sendersAtOnce) {
    const some = senders.slice(start, start + limits.sendersAtOnce)
    const answer = await call(showSendersEndpoint, { senders: [...some] })
    const found = answer.senders.map((state) => [state.sender, state] as const)
    $states.set(new Map([...$states.get(), ...found]))
  }
}

/** @throws like `call` */
export async function stateOf(sender: string): Promise<SenderState | undefined> {
  if (!$states.get().has(sender)) await lookUp([sender])
  return $states.get().get(sender)
}

/** Looks all known senders up again, because a flag may decide about several of them. */
export function lookUpAgain(): Promise<void> {
  return lookUp([...$states.get().keys()])
}

export type Scope = 'address' | 'domain'

/**
 * The scope that one click blocks: never a domain that others share; undefined if nothing can be
 * blocked.
 */
export function scopeToBlock({ address, domain, shared }: SenderState): Scope | undefined {
  if (address !== null) return 'address'
  return domain !== null && shared === null ? 'domain' : undefined
}

/** The scope that one click trusts; undefined if nothing can be trusted. */
export function scopeToTrust(state: SenderState): Scope | undefined {
  if (state.address !== null) return 'address'
  return state.domain !== null && state.is_domain_trustable === true ? 'domain' : undefined
}
