import { organizationSuspended } from '../../contract/core/common-errors.ts'
import type { RefusedReason } from '../../contract/gateways/refused-requests.ts'
import { HttpError } from '../core/http-error.ts'
import type { Cover } from '../core/ports.ts'
import type { Database } from '../database/tables/tables.ts'
import { findCovered } from '../http/cover.ts'
import type { Services } from '../http/services.ts'
import type { ReportedScan } from './read-report.ts'
import { findRecipients, findUsersOfAll, recipientFault } from './recipients.ts'
import type { Scan } from './verdict.ts'

/** The user of a scan's recipient, and the organization that the mail counts for. */
export interface Place {
  readonly organizationId: string
  readonly userId: string
}

/** Why a recipient has no place, and what it is counted for: an organization or a key of the operator. */
export interface NoPlace {
  readonly subject: string
  readonly reason: RefusedReason
}

/**
 * Where each scan of a report belongs: with a key of one organization to its own users, with one of the
 * operator to the organization of the user who has the address.
 */
export async function placeScans(
  database: Database,
  cover: Cover,
  scans: readonly Scan[],
): Promise<(scan: Scan) => Place | NoPlace> {
  if ('organizationId' in cover) {
    const { organizationId } = cover
    const recipientOf = await findRecipients(database, organizationId, scans)
    return (scan) => {
      const userId = recipientOf(scan)
      return userId === undefined
        ? { subject: organizationId, reason: 'unknown_recipient' }
        : { organizationId, userId }
    }
  }
  const userOf = await findUsersOfAll(database, scans)
  const found = new Set(scans.flatMap((scan) => userOf(scan)?.organization_id ?? []))
  const covered = await findCovered(database, cover, [...found])
  return (scan) => {
    const user = userOf(scan)
    const organizationId = user?.organization_id ?? undefined
    if (user === undefined || organizationId === undefined) {
      return { subject: cover.operatorKeyId, reason: 'unknown_recipient' }
    }
    const organization = covered.get(organizationId)
    if (organization === undefined) return { subject: cover.operatorKeyId, reason: 'not_covered' }
    if (organization.isSuspended) return { subject: organizationId, reason: 'suspended' }
    return { organizationId, userId: user.id }
  }
}

/**
 * The reporter is not told whether an address is that of an organization that the key does not
 * cover.
 */
export function placeFault(reported: ReportedScan, { reason }: NoPlace): HttpError {
  return reason === 'suspended'
    ? new HttpError(organizationSuspended, {})
    : recipientFault(reported)
}

/** Counts recipients without a place, in one number for each subject and reason. */
export async function countUnplaced(
  { countRefused }: Pick<Services, 'countRefused'>,
  unplaced: readonly NoPlace[],
): Promise<void> {
  for (const same of Map.groupBy(
    unplaced,
    ({ subject, reason }) => `${subject} ${reason}`,
  ).values()) {
    const [first] = same
    if (first !== undefined) await countRefused({ ...first, count: same.length, scope: 'report' })
  }
}
