import { limits } from '../../contract/core/limits.ts'
import {
  addDomainEndpoint,
  deleteDomainEndpoint,
  listOrganizationDomainsEndpoint,
} from '../../contract/organizations/admin-domains.ts'
import {
  proposeOwnDomainEndpoint,
  tooManyProposals,
} from '../../contract/organizations/propose-own-domain.ts'
import { actorOf } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { approveDomain, listDomains, proposeDomain, removeDomain } from './domains.ts'
import { ownOrganizationOf, requireOrganization } from './organization.ts'

/** GET /admin/organizations/{organization_id}/domains. */
export function listOrganizationDomains(services: Services) {
  const { database } = services
  return bindUser(services, listOrganizationDomainsEndpoint, async ({ organization_id }) => {
    await requireOrganization(database, organization_id)
    return { domains: await listDomains(database, organization_id) }
  })
}

/** POST /admin/organizations/{organization_id}/domains. */
export function addDomain(services: Services) {
  const { database } = services
  return bindUser(services, addDomainEndpoint, async ({ organization_id, domain }, caller) => {
    await requireOrganization(database, organization_id)
    await approveDomain(services, organization_id, domain, actorOf(caller))
    return database
      .selectFrom('organization_domains')
      .select(['domain', 'created_at', 'approved_at'])
      .where('organization_id', '=', organization_id)
      .where('domain', '=', domain)
      .executeTakeFirstOrThrow()
  })
}

/** DELETE /admin/organizations/{organization_id}/domains/{domain}. */
export function deleteDomain(services: Services) {
  return bindUser(services, deleteDomainEndpoint, async ({ organization_id, domain }, caller) => {
    await removeDomain(services, organization_id, domain, actorOf(caller))
    return {}
  })
}

/** POST /organization/domains. */
export function proposeOwnDomain(services: Services) {
  return bindUser(services, proposeOwnDomainEndpoint, async ({ domain }, caller) => {
    const id = ownOrganizationOf(caller)
    const known = await listDomains(services.database, id)
    const waiting = known.filter(({ approved_at }) => approved_at === null)
    const isNew = !known.some((row) => row.domain === domain)
    const max = limits.proposedDomains
    if (isNew && waiting.length >= max) throw new HttpError(tooManyProposals, { max })
    await proposeDomain(services, id, domain, actorOf(caller))
    return {}
  })
}
