import { LRUCache } from 'lru-cache'
import { rspamdDomainsEndpoint } from '../../../contract/gateways/rspamd-domains.ts'
import { nextSlot } from '../../database/keyset.ts'
import { requireGateway } from '../../http/authentication.ts'
import { bindResponse } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { type AddressesByDomain, readAddresses } from './addresses.ts'
import { domainLines, type WithAddresses } from './domain-map.ts'
import { answerMap, tagOf } from './map-answer.ts'
import { type OrganizationRevision, readRevisions } from './organization-maps.ts'

/** Addresses of all organizations that are kept. */
const mostKept = 500_000
/** Organizations of one step whose addresses are kept. */
const stepKept = 50

/**
 * GET and HEAD /rspamd/domains, an addition. Addresses of an organization are read again only
 * after one has changed, and the tag is that of the lines, which rarely do.
 */
export function rspamdDomains(services: Services) {
  const { database } = services
  const kept = new LRUCache<string, AddressesByDomain>({
    maxSize: mostKept,
    sizeCalculation: (addresses) => addresses.values().reduce((sum, { length }) => sum + length, 1),
  })

  async function addressesOf({ id, addressesRevision }: OrganizationRevision) {
    const key = `${id} ${addressesRevision}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const addresses = await readAddresses(database, id)
    kept.set(key, addresses)
    return addresses
  }

  return bindResponse(services, rspamdDomainsEndpoint, async (read, context) => {
    const gateway = await requireGateway(services, context, rspamdDomainsEndpoint.access)
    await gateway.read(read)
    const organizations: WithAddresses[] = []
    for (const organization of await readRevisions(services, gateway.cover)) {
      if (organizations.length % stepKept === 0) await nextSlot()
      organizations.push({ ...organization, addresses: await addressesOf(organization) })
    }
    const lines = await domainLines(database, organizations)
    return answerMap(services, context, tagOf(lines), async function* () {
      yield '# Aman: domains. Each line is a domain or an address, and its organization.\n'
      if (lines.length > 0) yield `${lines.join('\n')}\n`
    })
  })
}
