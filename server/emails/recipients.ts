import { withoutTag } from '../../contract/core/mail-address.ts'
import { unknownRecipient } from '../../contract/emails/report-scans.ts'
import { HttpError } from '../core/http-error.ts'
import { prepare } from '../database/drivers/prepare.ts'
import { isInList } from '../database/search-index.ts'
import type { Users } from '../database/tables/accounts.ts'
import type { Database } from '../database/tables/tables.ts'
import { fieldOf, type ReportedScan } from './read-report.ts'
import type { Scan } from './verdict.ts'

export type FindRecipient = (scan: Scan) => string | undefined

/**
 * Looks up the recipients' users, by address, by the address without a tag, and by alias with and
 * without the tag, in this order.
 * @returns a function from a scan to its user's id; undefined if the organization has no such user
 */
export async function findRecipients(
  database: Database,
  organizationId: string,
  scans: readonly Scan[],
): Promise<FindRecipient> {
  const isOurs = ({ organization_id }: Found) => organization_id === organizationId
  const userOf = await findUsers(database, scans, isOurs)
  return (scan) => userOf(scan)?.id
}

/** The same for a gateway of several organizations: an address is of one user, so of one organization. */
export function findUsersOfAll(database: Database, scans: readonly Scan[]) {
  return findUsers(database, scans, () => true)
}

async function findUsers(
  database: Database,
  scans: readonly Scan[],
  isMeant: (found: Found) => boolean,
): Promise<(scan: Scan) => Found | undefined> {
  const byEmail = byAddress((await find(readByEmail, database, scans)).filter(isMeant))
  const others = scans.filter((scan) => byEmail(scan) === undefined)
  const byAlias = byAddress((await find(readByAlias, database, others)).filter(isMeant))
  return (scan) => byEmail(scan) ?? byAlias(scan)
}

export function recipientFault(reported: ReportedScan): HttpError {
  const { recipient } = reported.scan
  return new HttpError(unknownRecipient, { field: fieldOf(reported, 'recipient'), recipient })
}

interface Found extends Pick<Users, 'id' | 'organization_id'> {
  readonly address: string
}

/** Filtered only by address: with the organization SQLite would scan all of its users. */
const readByEmail = prepare((database, named: (name: 'addresses') => string) =>
  database
    .selectFrom('users')
    .select(['id', 'email as address', 'organization_id'])
    .where(isInList(database, 'email', named('addresses')))
    // A user cannot be removed while their mail is being stored.
    .forKeyShare(),
)

const readByAlias = prepare((database, named: (name: 'addresses') => string) =>
  database
    .selectFrom('user_aliases')
    .innerJoin('users', 'users.id', 'user_aliases.user_id')
    .select(['users.id', 'user_aliases.address', 'users.organization_id'])
    .where(isInList(database, 'user_aliases.address', named('addresses')))
    .forKeyShare('users'),
)

async function find(
  read: typeof readByEmail,
  database: Database,
  scans: readonly Scan[],
): Promise<readonly Found[]> {
  const addresses = new Set(scans.flatMap(addressesOf))
  if (addresses.size === 0) return []
  return read(database, { addresses: JSON.stringify([...addresses]) })
}

function byAddress(found: readonly Found[]): (scan: Scan) => Found | undefined {
  const users = new Map(found.map((user) => [user.address, user]))
  return (scan) =>
    addressesOf(scan)
      .map((address) => users.get(address))
      .find((user) => user !== undefined)
}

/** The whole address comes first. */
function addressesOf({ recipient }: Scan): string[] {
  const untagged = withoutTag(recipient)
  return untagged === undefined ? [recipient] : [recipient, untagged]
}
