import { limits } from '../../contract/core/limits.ts'
import {
  proposeOwnDomainEndpoint,
  tooManyProposals,
} from '../../contract/organizations/propose-own-domain.ts'
import { actorOf } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { listDomains, proposeDomain } from './domains.ts'
import { ownOrganizationOf } from './own-organization-of.ts'

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
