import type { Selectable } from 'kysely'
import type { Locale } from '../../../contract/core/locale.ts'
import { prepare } from '../../database/drivers/prepare.ts'
import { isKeptAt } from '../../database/kept-mail.ts'
import type { Place, Scans } from '../../database/tables/tables.ts'
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
