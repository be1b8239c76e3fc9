import { LRUCache } from 'lru-cache'
import { splitAddress } from '../../../contract/core/email.ts'
import { rspamdDomainsEndpoint } from '../../../contract/gateways/rspamd-domains.ts'
import { nextSlot } from '../../database/keyset.ts'
import { isOneOf } from '../../database/search-index.ts'
import type { Database } from '../../database/tables/tables.ts'
import { requireGateway } from '../../http/authentication.ts'
import { bindResponse } from '../../http/bind.ts'
import { chunksOf } from '../../http/list-page.ts'
import type { Services } from '../../http/services.ts'
import { readAliases } from '../../organizations/organizations.ts'
import { isSayable } from './flag-map.ts'
import { answerMap, type OrganizationRevision, readRevisions, tagOf } from './organization-maps.ts'

/** The addresses of an organization's users, aliases among them, by their domain. */
type AddressesByDomain = ReadonlyMap<string, readonly string[]>

/** Users of one step; other calls run between steps. */
const stepUsers = 100

async function readAddresses(
  database: Database,
  organizationId: string,
): Promise<AddressesByDomain> {
  const byDomain = new Map<string, string[]>()
  const read = (after: { id: string } | undefined, limit: number) =>
    database
      .selectFrom('users')
      .select(['id', 'email'])
      .where('organization_id', '=', organizationId)
      .where('removed_at', 'is', null)
      .where('id', '>', after?.id ?? '')
      .orderBy('id')
      .limit(limit)
      .execute()
  for await (const users of chunksOf(read, undefined, stepUsers)) {
    const aliases = await readAliases(
      database,
      users.map(({ id }) => id),
    )
    for (const { id, email } of users) {
      for (const address of [email, ...(aliases.get(id) ?? [])]) {
        const domain = splitAddress(address)[1]
        const known = byDomain.get(domain)
        if (known === undefined) byDomain.set(domain, [address])
        else known.push(address)
      }
    }
  }
  return byDomain
}

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

interface WithAddresses extends Pick<OrganizationRevision, 'id' | 'isSuspended'> {
  readonly addresses: AddressesByDomain
}

/**
 * The domains whose mail a mail host receives, sorted: `domain|organization`, and
 * `address|organization` where several organizations have addresses in a domain. Then the domain is
 * that of the organization which has it approved, if one does, and the others have their addresses
 * alone, so that no organization has a say in the mail of another by taking an address in its
 * domain.
 */
async function domainLines(
  database: Database,
  organizations: readonly WithAddresses[],
): Promise<readonly string[]> {
  const byDomain = new Map<string, WithAddresses[]>()
  for (const organization of organizations) {
    for (const domain of organization.addresses.keys()) {
      const known = byDomain.get(domain)
      if (known === undefined) byDomain.set(domain, [organization])
      else known.push(organization)
    }
  }
  const shared = [...byDomain].filter(([, users]) => users.length > 1).map(([domain]) => domain)
  const owners = await ownersOf(database, shared)
  const lines = [...byDomain].flatMap(([domain, users]) => {
    const [first] = users
    if (users.length === 1 && first !== undefined) return [lineOf(domain, first)]
    return users.flatMap((organization) => {
      const addresses = organization.addresses.get(domain) ?? []
      if (owners.get(domain) !== organization.id) {
        return addresses.map((address) => lineOf(address, organization))
      }
      // A tag of one organization's address may be an address of another's.
      const tagged = addresses.filter((address) => splitAddress(address)[0].includes('+'))
      return [domain, ...tagged].map((name) => lineOf(name, organization))
    })
  })
  return lines.filter((line) => line !== '').toSorted()
}

/** Flags of a suspended organization are carried out; its mail is neither reported nor judged. */
function lineOf(
  name: string,
  { id, isSuspended }: Pick<OrganizationRevision, 'id' | 'isSuspended'>,
) {
  if (!isSayable(name)) return ''
  return isSuspended ? `${name}|${id}|suspended` : `${name}|${id}`
}

async function ownersOf(database: Database, domains: readonly string[]) {
  if (domains.length === 0) return new Map<string, string>()
  const rows = await database
    .selectFrom('organization_domains')
    .select(['domain', 'organization_id'])
    .where(isOneOf(database, 'domain', domains))
    .where('approved_at', 'is not', null)
    .execute()
  return new Map(rows.map(({ domain, organization_id }) => [domain, organization_id]))
}
