import type { Flags } from '../database/tables/tables.ts'
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
  const { id, flag_type, value, reason, created_at, blocked_count, expires_at } = row
  const { last_matched_on } = row
  return {
    ...{ id, flag_type, value, reason, created_at },
    ...(flag_type === 'red' ? { blocked_count } : {}),
    ...(isIgnored(row, trustablePublicMail) ? { is_ignored: true } : {}),
    ...(expires_at === null ? {} : { expires_at }),
    ...(last_matched_on === null ? {} : { last_matched_on }),
  }
}
