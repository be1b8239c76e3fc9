import type { GatewayKeys } from '../../database/tables/tables.ts'
import { stateOfKey } from './gateway-keys.ts'

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
  return { ...key, note: label, state: stateOfKey(key, now) }
}
