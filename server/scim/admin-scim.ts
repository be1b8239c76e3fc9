import {
  addScimTokenEndpoint,
  removeScimTokenEndpoint,
  saveScimEndpoint,
  showScimEndpoint,
  unknownScimToken,
} from '../../contract/scim/admin-scim.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import { bindChange, bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { requireOrganization } from '../organizations/organizations.ts'
import { requireInvitations } from '../sign-in/sign-in.ts'
import { scimBase } from './scim-answer.ts'
import { issueScimToken, listScimTokens, revokeScimToken, sendsInvitations } from './tokens.ts'

/** GET /admin/organizations/{organization_id}/scim. */
export function showScim(services: Services) {
  const { database, publicUrl } = services
  return bindUser(services, showScimEndpoint, async ({ organization_id }, caller) => {
    await requireOrganization(database, organization_id)
    return {
      base_address: scimBase(publicUrl ?? caller.origin()),
      sends_invitations: await sendsInvitations(database, organization_id),
      tokens: await listScimTokens(database, organization_id),
    }
  })
}

/** POST /admin/organizations/{organization_id}/scim. */
export function saveScim(services: Services) {
  return bindChange(services, saveScimEndpoint, async (input, caller, transaction) => {
    const { organization_id, sends_invitations: isOn } = input
    if (isOn) requireInvitations(services)
    const sends_invitations = isOn ? 1 : 0
    await requireOrganization(transaction, organization_id)
    await transaction
      .insertInto('scim_settings')
      .values({ organization_id, sends_invitations })
      .onConflict((conflict) =>
        conflict.column('organization_id').doUpdateSet({ sends_invitations }),
      )
      .execute()
    await recordAct(services, transaction, actorOf(caller), {
      action: 'scim-change',
      target: 'organization',
      targetId: organization_id,
      detail: `sends_invitations ${isOn}`,
    })
    return {}
  })
}

/** POST /admin/organizations/{organization_id}/scim/tokens. */
export function addScimToken(services: Services) {
  return bindChange(services, addScimTokenEndpoint, async (input, caller, transaction) => {
    const { organization_id, note } = input
    await requireOrganization(transaction, organization_id)
    const place = { ...services, database: transaction }
    const issued = await issueScimToken(place, organization_id, note)
    await recordAct(services, transaction, actorOf(caller), {
      action: 'scim-token-issue',
      target: 'scim-token',
      targetId: issued.id,
      detail: `organization ${organization_id}`,
    })
    return issued
  })
}

/** DELETE /admin/organizations/{organization_id}/scim/tokens/{id}. */
export function removeScimToken(services: Services) {
  return bindChange(services, removeScimTokenEndpoint, async (input, caller, transaction) => {
    const { organization_id, id } = input
    const place = { ...services, database: transaction }
    if (await revokeScimToken(place, organization_id, id)) {
      await recordAct(services, transaction, actorOf(caller), {
        action: 'scim-token-revoke',
        target: 'scim-token',
        targetId: id,
        detail: `organization ${organization_id}`,
      })
      return {}
    }
    // Revoked already: a repeated call finds what it wanted.
    const known = await listScimTokens(transaction, organization_id)
    if (!known.some((token) => token.id === id)) throw new HttpError(unknownScimToken, {})
    return {}
  })
}
