import type { Flags } from '../database/tables/mail.ts'
import { isIgnored } from '../organizations/organizations.ts'

export const shownColumns = [
  'id',
  'flag_type',
  'value',
  'reason',
  'created_at',
  'blocked_count',
  'expires_at',
  'last_matched_on',
] as const

export type ShownFlag = Pick<Flags, (typeof shownColumns)[number]>

/**
 * A flag as its owner sees it. The blocked count is of red flags only; an end and a last match are only
 * included where there is one.
 */
export function showFlag(row: ShownFlag, trustablePublicMail: readonly string[]) {
  const { id, flag_type, value, reason, created_at } = row
  return {
    ...{ id, flag_type, value, reason, created_at },
    blocked_count: flag_type === 'red' ? row.blocked_count : undefined,
    is_ignored: isIgnored(row, trustablePublicMail) || undefined,
    expires_at: row.expires_at ?? undefined,
    last_matched_on: row.last_matched_on ?? undefined,
  }
}
