import type { Selectable } from 'kysely'
import type { Locale } from '../../../contract/core/locale.ts'
import type { Scans } from '../../database/tables/tables.ts'
import { reasonColumns, showReasons } from '../sentences/sentence.ts'

const names = [
  ...(['id', 'email_subject', 'sender_domain', 'sender_address', 'threat_level'] as const),
  ...(['received_at', 'disposition', 'delete_after'] as const),
  ...reasonColumns,
  ...(['spf', 'dkim', 'dmarc'] as const),
] as const

export const messageColumns = names.map((name) => `scans.${name}` as const)

export type MessageRow = Pick<Selectable<Scans>, (typeof names)[number]>

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
