import type { OutputOf } from '../../contract/core/endpoint.ts'
import { showKnownMailEndpoint } from '../../contract/emails/known-mail.ts'
import type { ReadMail } from '../../judge/read/read-mail.ts'
import { ServerError } from '../core/ask-server.ts'
import { readPolicyMembership } from '../core/membership.ts'
import { askAccount } from './ask-account.ts'

/** The verdict of the account on an open mail. */
export type KnownMail =
  | ({ readonly kind: 'known' } & OutputOf<typeof showKnownMailEndpoint>)
  | { readonly kind: 'unknown' | 'ended' }
  /** No account is asked: a policy has joined the browser to this organization. */
  | { readonly kind: 'policy'; readonly organization: string }

/** A reader waits no longer: the judge's verdict is shown without it. */
const mostMs = 1000

/** @returns undefined for an extension on its own */
export async function findKnownMail(mail: ReadMail, id: string): Promise<KnownMail | undefined> {
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
export async function idOf({ headers, from, subject, text }: ReadMail): Promise<string> {
  const given = headers.find(({ key }) => key === 'message-id')?.value.trim() ?? ''
  if (given !== '' && given.length <= longestId) return given
  const seen = new TextEncoder().encode([from.address, subject, text].join('\n'))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', seen))
  return `<${hash.toHex()}@shown.invalid>`
}
