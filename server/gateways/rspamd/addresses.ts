import { splitAddress } from '../../../contract/core/email.ts'
import type { Database } from '../../database/tables/tables.ts'
import { chunksOf } from '../../http/list-chunks.ts'
import { readAliases } from '../../organizations/organizations.ts'

/** The addresses of an organization's users, aliases among them, by their domain. */
export type AddressesByDomain = ReadonlyMap<string, readonly string[]>

/** Users of one step; other calls run between steps. */
const stepUsers = 100

export async function readAddresses(
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
