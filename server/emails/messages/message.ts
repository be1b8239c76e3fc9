import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Locale } from '../../../contract/core/locale.ts'
import type { Scans } from '../../database/tables/tables.ts'
import { reasonColumns } from '../sentences/sentence.ts'
import { showReasons } from '../sentences/show-reasons.ts'

const names = [
  ...(['id', 'email_subject', 'sender_domain', 'sender_address', 'threat_level'] as const),
  ...(['received_at', 'disposition', 'delete_after'] as const),
  ...reasonColumns,
  ...(['spf', 'dkim', 'dmarc'] as const),
] as const

export const messageColumns = names.map((name) => `scans.${name}` as const)

type MessageRow = Pick<Selectable<Scans>, (typeof names)[number]>

/** Retention holds in every answer, before housekeeping has deleted the row. */
export function isKept(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(scans.delete_after is null or scans.delete_after > ${now.toISOString()})`
}

/** A mail as its recipient sees it. */
export function showMessage(
  { received_at, reason, detection_reason, indicators, spf, dkim, dmarc, ...row }: MessageRow,
  locale: Locale | undefined,
) {
  return {
    ...row,
    timestamp: received_at,
    ...showReasons({ reason, detection_reason, indicators }, locale),
    authentication: { spf, dkim, dmarc },
  }
}
