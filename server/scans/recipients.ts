import type { Scan } from '../../contract/endpoints/scans.ts'
import { withoutTag } from '../../contract/fields/mail-address.ts'
import type { Database } from '../database/tables.ts'
import { HttpError } from '../http/http-error.ts'
import { fieldOf, type ReportedScan } from './read-report.ts'

export type FindRecipient = (scan: Scan) => string | undefined

/**
 * Looks up the users that mail went to. `name+tag@` is mail to `name@`, unless the whole address is
 * a user's own.
 * @returns the id of the user of a scan; undefined where the organization has none
 */
export async function findRecipients(
  database: Database,
  organizationId: string,
  scans: readonly Scan[],
): Promise<FindRecipient> {
  const addresses = new Set(scans.flatMap(addressesOf))
  if (addresses.size === 0) return () => undefined
  const rows = await database
    .selectFrom('users')
    .select(['id', 'email', 'organization_id'])
    // By address alone: with the organization SQLite would read all of its people.
    .where('email', 'in', [...addresses])
    // Nobody is removed while their mail comes in.
    .forKeyShare()
    .execute()
  const ours = rows.filter((row) => row.organization_id === organizationId)
  const users = new Map(ours.map(({ id, email }) => [email, id]))
  return (scan) =>
    addressesOf(scan)
      .map((address) => users.get(address))
      .find((id) => id !== undefined)
}

export function unknownRecipient(reported: ReportedScan): HttpError {
  const field = fieldOf(reported, 'recipient')
  const words = `${field}: no user of this organization has the address ${reported.scan.recipient}`
  return new HttpError(404, words)
}

/** The whole address comes first. */
function addressesOf({ recipient }: Scan): string[] {
  const untagged = withoutTag(recipient)
  return untagged === undefined ? [recipient] : [recipient, untagged]
}
