import { hash } from 'node:crypto'
import { isoAfter } from '../../core/clock.ts'
import type { Cover } from '../../core/ports.ts'
import { nextSlot } from '../../database/keyset.ts'
import { isCurrentRevision, readFlagRevision } from '../../flags/flags.ts'
import type { CallContext } from '../../http/call-context.ts'
import { coveredOrganizations } from '../../http/cover.ts'
import { notKept } from '../../http/json-answer.ts'
import type { Services } from '../../http/services.ts'
import { matchesTag } from '../../http/site/conditional-request.ts'
import { streamAnswer } from '../../http/text-stream.ts'

/** Without it rspamd 3.13.2 and later ask every 10 minutes only. */
const expiresAfterMs = 15_000

/** Answers a look at a map: with 304 where the caller has it, and without its text to HEAD. */
export async function answerMap(
  services: Pick<Services, 'clock' | 'log'>,
  context: CallContext,
  etag: string,
  write: () => AsyncGenerator<string>,
): Promise<Response> {
  const expires = new Date(isoAfter(services.clock(), expiresAfterMs)).toUTCString()
  const headers = { ...notKept, ETag: etag, Expires: expires }
  if (matchesTag(context.req.header('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers })
  }
  const ofText = { ...headers, 'Content-Type': 'text/plain; charset=utf-8' }
  if (context.req.method === 'HEAD') return new Response(null, { headers: ofText })
  return streamAnswer(services, write(), ofText)
}

export function tagOf(parts: readonly unknown[]): string {
  return `"${hash('sha256', JSON.stringify(parts)).slice(0, 32)}"`
}

/** The source of an organization's maps, without a look at a user. */
export interface OrganizationRevision {
  readonly id: string
  readonly isSuspended: boolean
  /** Changes with everything that alters a line of flags. */
  readonly flags: string
  /** Changes with everything that alters an address. */
  readonly addressesRevision: string
}

/** Organizations whose flags have ended are looked at between other calls. */
const stepRenewed = 20

/** The organizations of a key, by id: one query, and one more for each that lost a flag by time. */
export async function readRevisions(
  services: Pick<Services, 'database' | 'clock'>,
  cover: Cover,
): Promise<readonly OrganizationRevision[]> {
  const rows = await coveredOrganizations(services.database, cover)
    .leftJoin('flag_revisions', 'flag_revisions.organization_id', 'organizations.id')
    .select(['revision', 'next_expiry_at', 'addresses_revision'])
    .execute()
  const now = services.clock()
  let renewed = 0
  const revisions: OrganizationRevision[] = []
  for (const { id, suspended_at, revision, next_expiry_at, addresses_revision } of rows) {
    let flags = revision
    if (revision !== null && !isCurrentRevision({ next_expiry_at }, now)) {
      renewed += 1
      if (renewed % stepRenewed === 0) await nextSlot()
      flags = (await readFlagRevision(services, id)) ?? null
    }
    revisions.push({
      id,
      isSuspended: suspended_at !== null,
      flags: flags ?? '',
      addressesRevision: addresses_revision ?? revision ?? '',
    })
  }
  return revisions
}
