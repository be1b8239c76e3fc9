import type { Selectable } from 'kysely'
import type { Locale } from '../../../contract/core/locale.ts'
import { tooManyChecks } from '../../../contract/emails/check-mail.ts'
import type { ThreatLevel } from '../../../contract/emails/threat-level.ts'
import { dayMs, minuteMs, secondMs } from '../../core/clock.ts'
import { blockedUntil } from '../../core/http-error.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import { waitForPlace } from '../../database/counters.ts'
import { prepare } from '../../database/drivers/prepare.ts'
import { newId } from '../../database/id.ts'
import { isKeptAt } from '../../database/kept-mail.ts'
import { organizationKey } from '../../database/organization-key.ts'
import type { Retention } from '../../database/retention.ts'
import type { Users } from '../../database/tables/accounts.ts'
import type { MailChecks, Scans } from '../../database/tables/mail.ts'
import type { Place } from '../../database/tables/tables.ts'
import { messageIdHmac } from '../messages/message-id.ts'
import { isStricter } from '../sentences/explain.ts'
import { readIndicators, readReason, reasonColumns, sentenceIn } from '../sentences/sentence.ts'
import type { Checked } from './judged-check.ts'

type KeptVerdict = Pick<Selectable<Scans>, 'id' | 'threat_level' | (typeof reasonColumns)[number]>

/**
 * Aman's verdict when this mail came to the user: the strictest, for a sender may use a Message-ID
 * twice. Gateways report it with or without its angle brackets.
 * @returns undefined for a mail that is not kept
 */
export async function findKeptVerdict(
  { database, clock }: Place,
  userId: string,
  messageId: string | undefined,
): Promise<KeptVerdict | undefined> {
  if (messageId === undefined) return undefined
  const hmac = await messageIdHmac({ database, clock })
  const bare = messageId.replace(/^<|>$/g, '')
  const rows = await readVerdicts(database, {
    userId,
    bare: hmac(bare),
    bracketed: hmac(`<${bare}>`),
    now: clock().toISOString(),
  })
  return rows.reduce<KeptVerdict | undefined>(
    (most, row) =>
      most === undefined || isStricter(row.threat_level, most.threat_level) ? row : most,
    undefined,
  )
}

/** Prepared, because to plan it for each partition takes longer than to run it (decision 0132). */
const readVerdicts = prepare(
  (database, named: (name: 'userId' | 'bare' | 'bracketed' | 'now') => string) =>
    database
      .selectFrom('scans')
      .select(['id', 'threat_level', ...reasonColumns])
      .where('user_id', '=', named('userId'))
      .where('message_id_hmac', 'in', [named('bare'), named('bracketed')])
      .where(isKeptAt(named('now')))
      .orderBy('received_at', 'desc')
      .orderBy('id', 'desc'),
)

/** The kept verdict stands unless the check found more; it never becomes milder. */
export function withKept(found: Checked, kept: KeptVerdict | undefined, locale: Locale): Checked {
  // A mail that was found safe has no reason to add.
  if (kept === undefined || kept.threat_level === 'safe') return found
  const reason = sentenceIn(locale, readReason(kept))
  const indicators = readIndicators(kept).map((sentence) => sentenceIn(locale, sentence))
  if (isStricter(found.threat_level, kept.threat_level)) {
    return { ...found, indicators: [...found.indicators, reason, ...indicators] }
  }
  const all = new Set([...indicators, found.detection_reason, ...found.indicators])
  all.delete('')
  return {
    ...found,
    threat_level: kept.threat_level,
    detection_reason: reason,
    indicators: [...all],
  }
}

const window = { most: 10, withinMs: 10 * minuteMs }

type Checker = Pick<Users, 'id' | 'organization_id'>
/** Where a check is kept. */
type KeptCheck = Pick<MailChecks, 'id' | 'organization_id'>

/**
 * Records that a user begins a check; it has no verdict yet.
 * @throws HttpError 429 if the user has begun too many within ten minutes
 */
export function beginCheck(
  { database, clock }: Place,
  { id: userId, organization_id }: Checker,
): Promise<KeptCheck> {
  return database.transaction().execute(async (transaction) => {
    await takeAdvisoryLock(transaction, `mail checks of ${userId}`)
    const now = clock()
    const checks = transaction.selectFrom('mail_checks').where('user_id', '=', userId)
    const waitMs = await waitForPlace(checks, 'checked_at', window, now)
    if (waitMs > 0) throw blockedUntil(tooManyChecks, {}, waitMs / secondMs)
    const check = { id: newId(), organization_id: organizationKey(organization_id) }
    await transaction
      .insertInto('mail_checks')
      .values({ ...check, user_id: userId, checked_at: now.toISOString(), threat_level: null })
      .execute()
    return check
  })
}

/** Keeps a check that was made elsewhere, once. */
export async function keepCheck(
  { database, clock }: Place,
  { id: userId, organization_id }: Checker,
  { id, threat_level }: Pick<MailChecks, 'id' | 'threat_level'>,
): Promise<void> {
  const checked_at = clock().toISOString()
  await database
    .insertInto('mail_checks')
    .values({
      id,
      organization_id: organizationKey(organization_id),
      user_id: userId,
      checked_at,
      threat_level,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function finishCheck(
  { database }: Place,
  { id, organization_id }: KeptCheck,
  threat_level: ThreatLevel,
): Promise<void> {
  await database
    .updateTable('mail_checks')
    .set({ threat_level })
    .where('id', '=', id)
    .where('organization_id', '=', organization_id)
    .execute()
}

/** A check that failed without a mistake of the user does not count. */
export async function forgetCheck(
  { database }: Place,
  { id, organization_id }: KeptCheck,
): Promise<void> {
  await database
    .deleteFrom('mail_checks')
    .where('id', '=', id)
    .where('organization_id', '=', organization_id)
    .execute()
}

/** As long as the scans of mail that is not malicious. */
export const checkRetention: Retention = {
  table: 'mail_checks',
  date: 'checked_at',
  keptMs: 30 * dayMs,
  future: 'redate',
}
