import type { OutputOf } from '../../../contract/core/endpoint.ts'
import type { KeyScope } from '../../../contract/core/key-scope.ts'
import {
  expireOperatorKeyEndpoint,
  issueOperatorKeyEndpoint,
  listOperatorKeysEndpoint,
  revokeOperatorKeyEndpoint,
} from '../../../contract/gateways/admin-operator-keys.ts'
import { expireKeyEndpoint } from '../../../contract/gateways/expire-key.ts'
import { issueKeyEndpoint } from '../../../contract/gateways/issue-key.ts'
import { listKeysEndpoint } from '../../../contract/gateways/list-keys.ts'
import { revokeKeyEndpoint } from '../../../contract/gateways/revoke-key.ts'
import { call } from '../core/api/http.ts'
import { callConfirmed } from '../sign-in/confirmation.ts'

/** The owner of gateway keys: an organization, by its id, or the operator. */
export type KeyOwner = { readonly organizationId: string } | 'operator'

type OfOrganization = OutputOf<typeof listKeysEndpoint>['keys'][number]
type OfOperator = OutputOf<typeof listOperatorKeysEndpoint>['keys'][number]
export type GatewayKey = OfOrganization | OfOperator

interface NewKey {
  readonly request_id: string
  readonly scope: KeyScope
  readonly note: string
  readonly expires_at: string | null
  readonly networks: string
}

export function listKeysOf(owner: KeyOwner): Promise<{ readonly keys: readonly GatewayKey[] }> {
  return owner === 'operator'
    ? call(listOperatorKeysEndpoint)
    : call(listKeysEndpoint, { organization_id: owner.organizationId })
}

/** @param organizationIds those that a key of the operator is for; null for all */
export function issueKeyOf(
  owner: KeyOwner,
  key: NewKey,
  organizationIds: readonly string[] | null,
): Promise<{ readonly key: string }> {
  if (owner !== 'operator') {
    return callConfirmed(issueKeyEndpoint, { organization_id: owner.organizationId, ...key })
  }
  const organization_ids = organizationIds === null ? null : [...organizationIds]
  return callConfirmed(issueOperatorKeyEndpoint, { ...key, organization_ids })
}

export function expireKeyOf(owner: KeyOwner, id: GatewayKey['id'], expires_at: string | null) {
  return owner === 'operator'
    ? callConfirmed(expireOperatorKeyEndpoint, { id, expires_at })
    : callConfirmed(expireKeyEndpoint, { organization_id: owner.organizationId, id, expires_at })
}

export function revokeKeyOf(owner: KeyOwner, id: GatewayKey['id']) {
  return owner === 'operator'
    ? call(revokeOperatorKeyEndpoint, { id })
    : call(revokeKeyEndpoint, { organization_id: owner.organizationId, id })
}
