import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { errorParams, fieldErrorAnswer } from '../../contract/core/errors.ts'
import { keyReused } from '../../contract/emails/report-scans.ts'
import { threatLevels } from '../../contract/emails/threat-level.ts'
import { dayMs, isoAfter } from '../core/clock.ts'
import { HttpError } from '../core/http-error.ts'
import { takeAdvisoryLock } from '../database/advisory-lock.ts'
import type { Retention } from '../database/retention.ts'
import type { Scans } from '../database/tables/mail.ts'
import type { Database } from '../database/tables/tables.ts'
import { subjectOf } from '../http/cover.ts'
import { type Gateway, idempotencyHeader } from '../http/idempotency-key.ts'
import { riskOf } from '../risk/risk.ts'
import type { JudgedMail } from './judged-mail.ts'
import { type ReplacedMail, riskOfMail } from './keep-mail.ts'
import { messageIdHmac } from './messages/message-id.ts'
import { isStricter } from './sentences/explain.ts'

/** The minimum time for which a gateway may repeat a report. */
const keptMs = dayMs

const ingested = v.object({
  scans: v.array(v.object({ id: v.string(), threat_level: v.picklist(threatLevels) })),
  refused: v.optional(
    v.array(
      v.object({
        index: v.number(),
        detail: v.string(),
        code: v.string(),
        params: errorParams,
        fields: v.optional(v.array(fieldErrorAnswer)),
      }),
    ),
  ),
})
/** The accepted scans and, if any, the rejected ones, both in the order of the report. */
export type Ingested = v.InferOutput<typeof ingested>

/**
 * A repeated report with the same key gets the first answer, and its scans are not stored twice. An
 * answer is stored if any scan was accepted. An error is not stored: it changed nothing, and the next
 * attempt may succeed.
 * @param given the content of the report
 * @param take stores the scans, in the same transaction as the answer, which it hands over before
 * @throws HttpError 422 if the key belongs to another report
 */
export async function answerOnce(
  transaction: Database,
  now: Date,
  { cover, idempotencyKey }: Gateway,
  given: readonly unknown[],
  take: (keepAnswer: (answer: Ingested) => Promise<void>) => Promise<Ingested>,
): Promise<Ingested> {
  if (idempotencyKey === undefined) return take(async () => {})
  const id = hash([subjectOf(cover), idempotencyKey])
  const report_hash = hash(given)
  // A concurrent repetition waits here for the first request.
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('answered_reports')
    .values({ id, report_hash, answer: '', answered_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return earlierAnswer(transaction, id, report_hash)
  return take(async (answer) => {
    await transaction
      .updateTable('answered_reports')
      .set({ answer: JSON.stringify(answer) })
      .where('id', '=', id)
      .execute()
  })
}

async function earlierAnswer(
  database: Database,
  id: string,
  reportHash: string,
): Promise<Ingested> {
  const { report_hash, answer } = await database
    .selectFrom('answered_reports')
    .select(['report_hash', 'answer'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (report_hash !== reportHash) {
    throw new HttpError(keyReused, { header: idempotencyHeader })
  }
  return v.parse(ingested, JSON.parse(answer))
}

export const answerRetention: Retention = {
  table: 'answered_reports',
  date: 'answered_at',
  keptMs,
  future: 'redate',
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

/*
 * A mail that a gateway reports and that Aman finds in the mailbox of its recipient counts once: the one with
 * the same Message-ID and sender domain for the same user, within a day. A stricter verdict replaces the first.
 */

export interface CountedOnce {
  /** All mails, those that were stored before with the id that they have. */
  readonly mails: readonly JudgedMail[]
  readonly fresh: readonly JudgedMail[]
  readonly replaced: readonly ReplacedMail[]
}

/** For a report of a gateway: only users with a watched mailbox have mail that came by both ways. */
export async function countOnce(
  database: Database,
  now: Date,
  organizationId: string,
  mails: readonly JudgedMail[],
): Promise<CountedOnce> {
  const identified = mails.filter(({ scan }) => scan.message_id !== undefined)
  const users = [...new Set(identified.map(({ userId }) => userId))]
  const watched = users.length === 0 ? [] : await findWatched(database, users)
  if (watched.length === 0) return { mails, fresh: mails, replaced: [] }
  await lockWatched(database, watched)
  const known = new Map<JudgedMail, StoredMail>()
  for (const mail of identified) {
    const found = watched.includes(mail.userId)
      ? await findStored(database, now, organizationId, mail)
      : undefined
    if (found !== undefined) known.set(mail, found)
  }
  return {
    mails: mails.map((mail) => ({ ...mail, id: known.get(mail)?.id ?? mail.id })),
    fresh: mails.filter((mail) => !known.has(mail)),
    replaced: [...known].flatMap(([mail, stored]) => replacement(mail, stored)),
  }
}

/** Held by each way in which mail of these users is counted, until the transaction ends. */
export async function lockWatched(database: Database, userIds: readonly string[]): Promise<void> {
  await takeAdvisoryLock(database, ...userIds.map((id) => `watched mail of ${id}`))
}

async function findWatched(database: Database, userIds: readonly string[]): Promise<string[]> {
  const rows = await database
    .selectFrom('mailboxes')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

export type StoredMail = Pick<Scans, 'id' | 'threat_level' | 'received_at'>

/** @returns undefined for a mail that was not reported before */
export async function findStored(
  database: Database,
  now: Date,
  organizationId: string,
  { userId, scan, senderDomain, receivedAt }: JudgedMail,
): Promise<StoredMail | undefined> {
  if (scan.message_id === undefined) return undefined
  const hmac = await messageIdHmac({ database, clock: () => now })
  const bare = scan.message_id.replace(/^<|>$/g, '')
  return database
    .selectFrom('scans')
    .select(['id', 'threat_level', 'received_at'])
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .where('received_at', '>=', isoAfter(receivedAt, -dayMs))
    .where('received_at', '<=', isoAfter(receivedAt, dayMs))
    .where('message_id_hmac', 'in', [hmac(bare), hmac(`<${bare}>`)])
    .where('sender_domain', '=', senderDomain)
    .limit(1)
    .executeTakeFirst()
}

/** It is still the mail of the first report, received and billed then. */
export function replacement(repeated: JudgedMail, stored: StoredMail): ReplacedMail[] {
  const { id, threat_level: formerLevel, received_at } = stored
  if (!isStricter(repeated.level, formerLevel)) return []
  const mail = { ...repeated, id, receivedAt: new Date(received_at) }
  const former = riskOf(formerLevel, mail.isDelivered, mail.receivedAt)
  return [{ mail, formerLevel, addedRisk: Math.max(0, riskOfMail(mail) - former) }]
}
