import type { Sealer } from '../../core/sealer.ts'
import { isOneOf } from '../../database/search-index.ts'
import type { MailLessons, PendingLessons } from '../../database/tables/operation.ts'
import type { Database } from '../../database/tables/tables.ts'
import { type KeptLesson, openLesson } from './lesson.ts'

/** One run settles so many of an organization. */
const mostSettled = 500

/** The pending mails whose verdict has come, and what becomes of each. */
export interface Settled {
  /** Safe in the end for all of its recipients. */
  readonly ordinary: readonly KeptLesson[]
  /** To be deleted. */
  readonly pending: readonly PendingLessons[]
  readonly kept: readonly Pick<MailLessons, 'scan_id' | 'change' | 'sealed'>[]
}

/**
 * Finds the verdicts of pending mails. The strictest for any recipient counts. From different mails with
 * one Message-ID, which the sender chooses, nothing is learnt.
 */
export async function findSettled(
  database: Database,
  sealer: Sealer,
  organizationId: string,
): Promise<Settled> {
  const rows = await database
    .selectFrom('pending_lessons')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('made_at')
    .orderBy('mail')
    .orderBy('digest')
    .limit(mostSettled)
    .execute()
  const byMail = Map.groupBy(rows, ({ mail }) => mail)
  const verdicts =
    rows.length === 0
      ? []
      : await database
          .selectFrom('mail_lessons')
          .select(['scan_id', 'mail', 'threat_level'])
          .where('organization_id', '=', organizationId)
          .where(isOneOf(database, 'mail', [...byMail.keys()]))
          .orderBy('scan_id')
          .execute()
  const ordinary: KeptLesson[] = []
  const pending: PendingLessons[] = []
  const kept: Settled['kept'][number][] = []
  for (const [mail, scans] of Map.groupBy(verdicts, (verdict) => verdict.mail)) {
    const same = byMail.get(mail) ?? []
    pending.push(...same)
    const [first] = same
    const isOne = same.length === 1 && first !== undefined
    const lesson = isOne ? openLesson(sealer, organizationId, first.sealed) : undefined
    const isMalicious = scans.some(({ threat_level }) => threat_level === 'malicious')
    const isSafe = scans.every(({ threat_level }) => threat_level === 'safe')
    if (lesson !== undefined && isSafe) ordinary.push(lesson)
    const change = lesson === undefined || isMalicious ? null : changeOf(lesson)
    for (const { scan_id, threat_level } of scans) {
      const isTaught = isOne && !isMalicious && threat_level === 'suspicious'
      kept.push({ scan_id, change, sealed: isTaught ? first.sealed : '' })
    }
  }
  return { ordinary, pending, kept }
}

function changeOf({ level, sharedLevel }: KeptLesson): MailLessons['change'] {
  if (level === sharedLevel) return null
  return level === 'suspicious' ? 'marked' : 'cleared'
}

/** Writes what `findSettled` found. */
export async function writeSettled(
  transaction: Database,
  organizationId: string,
  { pending, kept }: Settled,
): Promise<void> {
  for (const { mail, digest } of pending) {
    await transaction
      .deleteFrom('pending_lessons')
      .where('organization_id', '=', organizationId)
      .where('mail', '=', mail)
      .where('digest', '=', digest)
      .execute()
  }
  const ends = kept.filter(({ change, sealed }) => change === null && sealed === '')
  if (ends.length > 0) {
    await transaction
      .deleteFrom('mail_lessons')
      .where('organization_id', '=', organizationId)
      .where(
        isOneOf(
          transaction,
          'scan_id',
          ends.map(({ scan_id }) => scan_id),
        ),
      )
      .execute()
  }
  for (const { scan_id, change, sealed } of kept) {
    if (change === null && sealed === '') continue
    await transaction
      .updateTable('mail_lessons')
      .set({ change, sealed })
      .where('organization_id', '=', organizationId)
      .where('scan_id', '=', scan_id)
      .execute()
  }
}
