import { splitAddress } from '../../../contract/core/email.ts'
import { isOneOf } from '../../database/search-index.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { AddressesByDomain } from './addresses.ts'
import { isSayable } from './flag-lines.ts'
import type { OrganizationRevision } from './organization-maps.ts'

export interface WithAddresses extends Pick<OrganizationRevision, 'id' | 'isSuspended'> {
  readonly addresses: AddressesByDomain
}

/**
 * The domains whose mail a mail host receives, sorted: `domain|organization`, and
 * `address|organization` where several organizations have addresses in a domain. Then the domain is
 * that of the organization which has it approved, if one does, and the others have their addresses
 * alone, so that no organization has a say in the mail of another by taking an address in its
 * domain.
 */
export async function domainLines(
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
