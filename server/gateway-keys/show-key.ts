import type { GatewayKeys } from '../database/tables.ts'

type Listed = Pick<
  GatewayKeys,
  | 'id'
  | 'scope'
  | 'label'
  | 'created_at'
  | 'last_used_at'
  | 'expires_at'
  | 'revoked_at'
  | 'networks'
>

/** A key as super admins see it. */
export function showKey({ label, ...key }: Listed, now: Date) {
  return { ...key, note: label, state: stateOf(key, now) }
}

function stateOf({ revoked_at, expires_at }: Omit<Listed, 'label'>, now: Date) {
  if (revoked_at !== null) return 'revoked' as const
  if (expires_at !== null && expires_at <= now.toISOString()) return 'expired' as const
  return 'valid' as const
}
