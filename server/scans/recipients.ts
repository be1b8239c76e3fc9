import { type Scan, unknownRecipient } from '../../contract/endpoints/scans.ts'
import { withoutTag } from '../../contract/fields/mail-address.ts'
import type { Database } from '../database/tables.ts'
import { HttpError } from '../http/http-error.ts'
import { fieldOf, type ReportedScan } from './read-report.ts'

export type FindRecipient = (scan: Scan) => string | undefined

/**
 * Looks up the recipients' users. Mail to `name+tag@` belongs to `name@`, unless a user has the whole
 * address.
 * @returns a function from a scan to its user's id; undefined if the organization has no such user
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
    // Filtered only by address: with the organization SQLite would scan all of its users.
    .where('email', 'in', [...addresses])
    // A user cannot be removed while their mail is being stored.
    .forKeyShare()
    .execute()
  const ours = rows.filter((row) => row.organization_id === organizationId)
  const users = new Map(ours.map(({ id, email }) => [email, id]))
  return (scan) =>
    addressesOf(scan)
      .map((address) => users.get(address))
      .find((id) => id !== undefined)
}

export function recipientFault(reported: ReportedScan): HttpError {
  const { recipient } = reported.scan
  return new HttpError(unknownRecipient, { field: fieldOf(reported, 'recipient'), recipient })
}

/** The whole address comes first. */
function addressesOf({ recipient }: Scan): string[] {
  const untagged = withoutTag(recipient)
  return untagged === undefined ? [recipient] : [recipient, untagged]
}
