import type { KeyScope } from '../../../contract/core/key-scope.ts'
import type { Clock } from '../../core/clock.ts'
import { invalidField } from '../../core/http-error.ts'
import { isNetworkList } from '../../core/networks.ts'
import { requireRecentConfirmation } from '../../http/authentication.ts'
import type { Caller } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { newKeyRow } from './gateway-keys.ts'

/** A super admin's input for a new key. */
interface GivenKey {
  readonly request_id?: string | undefined
  readonly scope: KeyScope
  readonly note: string
  readonly expires_at: string | null
  readonly networks: string
}

export type KeyRow = ReturnType<typeof newKeyRow>

/** @throws HttpError 422 for a past expiry and for what is no list of networks */
export function keyRowOf(clock: Clock, given: GivenKey, key: string): KeyRow {
  const { request_id, note, scope, expires_at, networks } = given
  requireFuture(expires_at, clock())
  if (!isNetworkList(networks)) throw invalidField('networks', 'not_networks', {})
  return newKeyRow(clock, { label: note, scope, expires_at, networks }, key, request_id)
}

/** The fields that a repeated call replaces where the first answer was lost. */
export function lostAnswer({ label, expires_at, networks, key_hash }: KeyRow) {
  return { label, expires_at, networks, key_hash }
}

/** @throws HttpError 422; to end a key at once it is revoked */
export function requireFuture(expiresAt: string | null, now: Date): void {
  if (expiresAt !== null && expiresAt <= now.toISOString()) {
    throw invalidField('expires_at', 'in_past', {})
  }
}

/** @throws HttpError 403 for a later end without a recent confirmation */
export function requireConfirmedEnd(
  services: Services,
  caller: Caller,
  before: string | null,
  after: string | null,
): void {
  if (endOf(after) > endOf(before)) requireRecentConfirmation(services, caller)
}

/** Comparable; a key without an end outlives all others. */
function endOf(expiresAt: string | null): number {
  return expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt)
}
