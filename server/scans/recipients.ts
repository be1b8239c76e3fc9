import type { Scan } from '../../src/lib/contract/scans.ts'
import type { Database } from '../database/tables.ts'
import { Refusal } from '../http/refusals.ts'

const namedAtMost = 10

/**
 * Who the mail went to.
 * @returns ids of people by address
 * @throws Refusal 404 that names the addresses which the organization does not have
 */
export async function findRecipients(
  database: Database,
  organizationId: string,
  scans: readonly Scan[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await database
    .selectFrom('users')
    .select(['id', 'email', 'organization_id'])
    // By address alone: with the organization SQLite would read all of its people.
    .where('email', 'in', [...new Set(scans.map(({ recipient }) => recipient))])
    // Nobody is removed while their mail comes in.
    .forKeyShare()
    .execute()
  const ours = rows.filter((row) => row.organization_id === organizationId)
  const people = new Map(ours.map(({ id, email }) => [email, id]))
  const unknown = scans.flatMap(({ recipient }, position) =>
    people.has(recipient) ? [] : [`${recipient} (scan ${position + 1})`],
  )
  if (unknown.length > 0) {
    const more = unknown.length > namedAtMost ? ` and ${unknown.length - namedAtMost} more` : ''
    const named = unknown.slice(0, namedAtMost).join(', ') + more
    throw new Refusal(404, `Nobody in this organization has the address ${named}`)
  }
  return people
}
