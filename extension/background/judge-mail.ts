import type { OutputOf } from '../../contract/core/endpoint.ts'
import { showKnownMailEndpoint } from '../../contract/emails/known-mail.ts'
import { judgeReadMail } from '../../judge/judge.ts'
import type { Judgement } from '../../judge/judgement.ts'
import stored from '../../judge/model/model.json' with { type: 'json' }
import { type Model, openModel } from '../../judge/model/model.ts'
import { type ReadMail, readMail } from '../../judge/read/read-mail.ts'
import { pause } from '../../src/lib/core/ui-state/pause.ts'
import { ServerError } from '../core/ask-server.ts'
import { readPolicyMembership } from '../core/membership.ts'
import { askAccount } from './ask-account.ts'
import { peopleIn, readKnowledge } from './knowledge.ts'

let opened: Model | undefined

export interface JudgedMail {
  readonly mail: ReadMail
  readonly judgement: Judgement
  readonly id: string
  /** Undefined for an extension on its own. */
  readonly known: KnownMail | undefined
  /** Whether the judge knew people and senders of an organization. */
  readonly knowsOrganization: boolean
}

/** Judges in the extension's own process: the page goes on meanwhile. */
export async function judgeMail(message: Uint8Array): Promise<JudgedMail> {
  opened ??= openModel(stored)
  const mail = await readMail(message, pause)
  const id = await idOf(mail)
  const { options, ...known } = await readKnowledge(opened.version)
  const knowledge = { ...known.knowledge, people: peopleIn(mail, known) }
  const [judgement, found] = await Promise.all([
    judgeReadMail(mail, knowledge, { ...options, model: opened, pause }),
    findKnownMail(mail, id),
  ])
  return { mail, judgement, id, known: found, knowsOrganization: known.isOfOrganization }
}

/** The verdict of the account on an open mail. */
export type KnownMail =
  | ({ readonly kind: 'known' } & OutputOf<typeof showKnownMailEndpoint>)
  | { readonly kind: 'unknown' | 'ended' }
  /** No account is asked: a policy has joined the browser to this organization. */
  | { readonly kind: 'policy'; readonly organization: string }

/** A reader waits no longer: the judge's verdict is shown without it. */
const mostMs = 1000

/** @returns undefined for an extension on its own */
async function findKnownMail(mail: ReadMail, id: string): Promise<KnownMail | undefined> {
  const input = { message_id: id, sender: mail.from.address }
  try {
    const known = await askAccount(showKnownMailEndpoint, input, mostMs)
    return known === undefined ? await byPolicy() : { kind: 'known', ...known }
  } catch (error) {
    const isEnded = error instanceof ServerError && error.failure === 'ended'
    return { kind: isEnded ? 'ended' : 'unknown' }
  }
}

async function byPolicy(): Promise<KnownMail | undefined> {
  const policy = await readPolicyMembership()
  if (policy === undefined || policy.isEnded || policy.organization === '') return undefined
  return { kind: 'policy', organization: policy.organization }
}

const longestId = 900

/** The Message-ID, or a hash of what the reader sees where the mail has none. */
async function idOf({ headers, from, subject, text }: ReadMail): Promise<string> {
  const given = headers.find(({ key }) => key === 'message-id')?.value.trim() ?? ''
  if (given !== '' && given.length <= longestId) return given
  const seen = new TextEncoder().encode([from.address, subject, text].join('\n'))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', seen))
  return `<${hash.toHex()}@shown.invalid>`
}
