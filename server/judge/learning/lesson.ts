import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import * as v from 'valibot'
import { correspondentOf } from '../../../judge/lists/correspondent.ts'
import type { Sealer } from '../../core/sealer.ts'
import { isPostgres } from '../../database/engine.ts'
import { allColumns, insertJsonRows, type WriteRows } from '../../database/json-rows.ts'
import { keptSecret } from '../../database/kept-secret.ts'
import { isOneOf } from '../../database/search-index.ts'
import type { MailLessons } from '../../database/tables/operation.ts'
import type { Database, Place } from '../../database/tables/tables.ts'

const columns = allColumns<MailLessons>({
  organization_id: true,
  scan_id: true,
  user_id: true,
  mail: true,
  threat_level: true,
  sender_domain: true,
  received_at: true,
  delete_after: true,
  change: true,
  sealed: true,
})

/** Notes the verdicts on mails whose vectors wait for them; of other mail nothing is written. */
export function addMailLessons(database: Database, json: string): WriteRows {
  return sql`${insertJsonRows(database, 'mail_lessons', columns, json)} and exists (
    select 1 from pending_lessons where pending_lessons.organization_id = ${of(database, 'organization_id')}
    and pending_lessons.mail = ${of(database, 'mail')})`
}

/** A column of the row that is inserted. */
function of(database: Database, column: 'organization_id' | 'mail') {
  return isPostgres(database)
    ? sql.raw(`json_populate_recordset.${column}`)
    : sql`value ->> ${sql.lit(column)}`
}

/** Forgets mail whose verdict became stricter: malicious mail teaches nothing. */
export async function removeMailLessons(
  database: Database,
  organizationId: string,
  scanIds: readonly string[],
): Promise<void> {
  if (scanIds.length === 0) return
  await database
    .deleteFrom('mail_lessons')
    .where('organization_id', '=', organizationId)
    .where(isOneOf(database, 'scan_id', scanIds))
    .execute()
}

const level = v.picklist(['safe', 'suspicious'])

/** The part of a mail that is kept until it is learnt, encrypted: no text can be made of it, except of `mail`. */
const lesson = v.object({
  /** The places of the vector, in base64; empty where there is only `mail`. */
  places: v.string(),
  /** A mail made of the sender and the subject that are kept anyway; empty where there are places. */
  mail: v.string(),
  sender: v.string(),
  isKnownSender: v.boolean(),
  /** The shared judge's. */
  score: v.number(),
  sharedLevel: level,
  level,
  /** The weight of the same mark that is learnt already. */
  counted: v.optional(v.number(), 0),
})
export type KeptLesson = v.InferOutput<typeof lesson>

/** @param organizationId a lesson opens in no other organization */
export function sealLesson(sealer: Sealer, organizationId: string, kept: KeptLesson): string {
  return sealer.seal(JSON.stringify(kept), placeOf(organizationId))
}

/** @returns undefined where it was sealed with another key, or by another version */
export function openLesson(
  sealer: Sealer,
  organizationId: string,
  sealed: string,
): KeptLesson | undefined {
  if (sealed === '') return undefined
  try {
    const read = v.safeParse(lesson, JSON.parse(sealer.open(sealed, placeOf(organizationId))))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

const placeOf = (organizationId: string) => `lesson of ${organizationId}`

/** Names that say nothing outside this database, and are others in each organization. */
export interface LessonNames {
  /** With or without the angle brackets. */
  readonly mail: (messageId: string) => string
  readonly sender: (address: string) => string
  readonly person: (userId: string) => string
  readonly content: (places: string) => string
}

export async function lessonNames(place: Place, organizationId: string): Promise<LessonNames> {
  const secret = await keptSecret(place, 'learning')
  const name = (kind: string) => (text: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([organizationId, kind, text]))
      .digest('base64url')
  const mail = name('mail')
  const sender = name('sender')
  return {
    mail: (messageId) => mail(messageId.trim().replace(/^<|>$/g, '')),
    sender: (address) => sender(correspondentOf(address)),
    person: name('person'),
    content: name('content'),
  }
}

/** A number from 0 to 2^32 - 1, for the judge's own hashes. */
export function numberOf(name: string): number {
  return Buffer.from(name, 'base64url').readUInt32LE(0)
}
