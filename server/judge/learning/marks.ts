import { sql } from 'kysely'
import { splitAddress } from '../../../contract/core/email.ts'
import type { MarkSource } from '../../../contract/judge/learning.ts'
import { markWeight } from '../../../judge/learn/learn.ts'
import { correspondentOf } from '../../../judge/lists/correspondent.ts'
import { dayMs, isoAfter } from '../../core/clock.ts'
import { newId } from '../../database/id.ts'
import { isKept } from '../../database/kept-mail.ts'
import type { Retention } from '../../database/retention.ts'
import type { Scans } from '../../database/tables/mail.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Services } from '../../http/services.ts'
import { isTrusted } from './correspondents.ts'
import { type KeptLesson, lessonNames, openLesson, sealLesson } from './lesson.ts'

/** As long as what was learnt from them. */
const marksMs = 30 * dayMs

type Place = Pick<Services, 'clock' | 'sealer'>

/** A user's opinion, and where it counts. */
interface Said {
  /** Null without one, where nothing is learnt. */
  readonly organizationId: string | null
  readonly userId: string
  readonly source: MarkSource
  readonly isDangerous: boolean
  /** A team lead or an admin says so. */
  readonly isConfirmed: boolean
}

type MarkedScan = Pick<Scans, 'id' | 'threat_level' | 'sender_address' | 'email_subject'>

/** A mark on a stored mail. Malicious mail, of which no content is kept, teaches nothing. */
export async function markMail(
  services: Place,
  transaction: Database,
  said: Said,
  scanId: string,
): Promise<void> {
  const { organizationId, userId } = said
  if (organizationId === null || services.sealer === null) return
  const scan = await keptMails(services, transaction, { organizationId, userId })
    .where('id', '=', scanId)
    .executeTakeFirst()
  if (scan === undefined) return
  await mark(services, transaction, { ...said, organizationId }, scan.sender_address, scan)
}

/** A mark on a sender: it is about the last mail of theirs that is kept, or about the address alone. */
export async function markSender(
  services: Place,
  transaction: Database,
  said: Said,
  value: string,
): Promise<void> {
  const { organizationId, userId } = said
  if (organizationId === null || services.sealer === null) return
  const scan = await keptMails(services, transaction, { organizationId, userId })
    .where(value.includes('@') ? 'sender_address' : 'sender_domain', '=', value)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const address = scan?.sender_address ?? (value.includes('@') ? value : `postmaster@${value}`)
  await mark(services, transaction, { ...said, organizationId }, address, scan)
}

/** The mail of a user that can teach: no content of malicious mail is kept. */
function keptMails(
  { clock }: Pick<Place, 'clock'>,
  transaction: Database,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
) {
  return transaction
    .selectFrom('scans')
    .select(['id', 'threat_level', 'sender_address', 'email_subject'])
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .where('threat_level', '!=', 'malicious')
    .where('sender_address', '!=', '')
    .where(isKept(clock()))
}

async function mark(
  services: Place,
  transaction: Database,
  said: Said & { readonly organizationId: string },
  address: string,
  scan: MarkedScan | undefined,
): Promise<void> {
  const { clock, sealer } = services
  if (sealer === null) return
  const { organizationId, userId, isDangerous } = said
  const now = clock()
  const names = await lessonNames({ database: transaction, clock }, organizationId)
  const sender = names.sender(address)
  const correspondent = correspondentOf(address)
  const isKnownSender = await isTrusted(transaction, organizationId, correspondent, now)
  const lesson = {
    ...((scan && (await findLesson(transaction, sealer, organizationId, scan))) ??
      lessonOf(address, scan)),
    sender,
    isKnownSender,
    counted: scan === undefined ? 0 : await countedBefore(transaction, said, scan.id),
  }
  if (scan !== undefined) {
    // The last word counts: an earlier one that is not learnt yet never will be.
    await transaction
      .deleteFrom('marks')
      .where('organization_id', '=', organizationId)
      .where('scan_id', '=', scan.id)
      .where('user_id', '=', userId)
      .where('state', '=', 'waits')
      .execute()
  }
  const isAgreed = await agree(transaction, said, sender, now)
  const isConfirmed = said.isConfirmed || isAgreed
  const isAgainst = isDangerous ? isKnownSender : !isKnownSender && lesson.score >= 0.5
  await transaction
    .insertInto('marks')
    .values({
      organization_id: organizationId,
      id: newId(),
      user_id: userId,
      scan_id: scan?.id ?? null,
      source: said.source,
      is_dangerous: isDangerous ? 1 : 0,
      sender,
      is_confirmed: isConfirmed ? 1 : 0,
      is_doubtful: isAgainst && !isConfirmed ? 1 : 0,
      state: 'waits',
      made_at: now.toISOString(),
      sealed: sealLesson(sealer, organizationId, lesson),
    })
    .execute()
}

/** The weight of what the same user has said of the same mail before, once it is learnt: no mark counts twice. */
async function countedBefore(
  transaction: Database,
  { organizationId, userId, isDangerous }: Said & { readonly organizationId: string },
  scanId: string,
): Promise<number> {
  const learnt = await transaction
    .selectFrom('marks')
    .select(['is_confirmed', 'is_doubtful'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('scan_id', '=', scanId)
    .where('is_dangerous', '=', isDangerous ? 1 : 0)
    .where('state', '=', 'learnt')
    .execute()
  return learnt.reduce(
    (sum, { is_confirmed, is_doubtful }) =>
      sum + markWeight({ isConfirmed: is_confirmed === 1, isAgainst: is_doubtful === 1 }),
    0,
  )
}

/** Two users who say the same of a sender confirm each other. @returns whether another one has said it */
async function agree(
  transaction: Database,
  { organizationId, userId, isDangerous }: Said & { readonly organizationId: string },
  sender: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('marks')
    // A mark that is learnt keeps the weight with which it was.
    .set({
      is_confirmed: sql<0 | 1>`case when state = 'waits' then 1 else is_confirmed end`,
      is_doubtful: 0,
    })
    .where('organization_id', '=', organizationId)
    .where('sender', '=', sender)
    .where('is_dangerous', '=', isDangerous ? 1 : 0)
    .where('user_id', '!=', userId)
    .where('made_at', '>', isoAfter(now, -marksMs))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The vector that is kept with a suspicious mail, or one that still waits for its verdict. */
async function findLesson(
  transaction: Database,
  sealer: NonNullable<Services['sealer']>,
  organizationId: string,
  { id }: MarkedScan,
): Promise<KeptLesson | undefined> {
  const kept = await transaction
    .selectFrom('mail_lessons')
    .select(['mail', 'sealed'])
    .where('organization_id', '=', organizationId)
    .where('scan_id', '=', id)
    .executeTakeFirst()
  if (kept === undefined) return undefined
  if (kept.sealed !== '') return openLesson(sealer, organizationId, kept.sealed)
  const pending = await transaction
    .selectFrom('pending_lessons')
    .select('sealed')
    .where('organization_id', '=', organizationId)
    .where('mail', '=', kept.mail)
    .execute()
  const [only] = pending
  return pending.length === 1 && only !== undefined
    ? openLesson(sealer, organizationId, only.sealed)
    : undefined
}

/** The sender and the subject are kept of other mail, and the address of a sender. */
function lessonOf(
  address: string,
  scan: MarkedScan | undefined,
): Omit<KeptLesson, 'sender' | 'isKnownSender' | 'counted'> {
  const isMarked = scan?.threat_level === 'suspicious'
  const level = isMarked ? 'suspicious' : 'safe'
  return {
    places: '',
    mail: mailOf(address, scan?.email_subject ?? ''),
    // Its filter found it suspicious, which is evidence, or no one did.
    score: isMarked ? 0.5 : 0,
    sharedLevel: level,
    level,
  }
}

/** A mail of a sender and a subject alone, in the form that the judge reads. */
export function mailOf(address: string, subject: string): string {
  const [local, domain] = splitAddress(address)
  return `From: <${local}@${domain}>\r\nSubject: ${subject.replaceAll(/[\r\n]+/g, ' ')}\r\n\r\n`
}

export const markRetention: Retention = {
  table: 'marks',
  key: ['organization_id', 'id'],
  date: 'made_at',
  keptMs: marksMs,
  future: 'redate',
}
