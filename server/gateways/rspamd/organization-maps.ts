import type { Cover } from '../../core/ports.ts'
import { nextSlot } from '../../database/keyset.ts'
import { isCurrentRevision, readFlagRevision } from '../../flags/flags.ts'
import { coveredOrganizations } from '../../http/cover.ts'
import type { Services } from '../../http/services.ts'

/** The source of an organization's maps, without a look at a user. */
export interface OrganizationRevision {
  readonly id: string
  readonly isSuspended: boolean
  /** Changes with everything that alters a line of flags. */
  readonly flags: string
  /** Changes with everything that alters an address. */
  readonly addressesRevision: string
}

/** Organizations whose flags have ended are looked at between other calls. */
const stepRenewed = 20

/** The organizations of a key, by id: one query, and one more for each that lost a flag by time. */
export async function readRevisions(
  services: Pick<Services, 'database' | 'clock'>,
  cover: Cover,
): Promise<readonly OrganizationRevision[]> {
  const rows = await coveredOrganizations(services.database, cover)
    .leftJoin('flag_revisions', 'flag_revisions.organization_id', 'organizations.id')
    .select(['revision', 'next_expiry_at', 'addresses_revision'])
    .execute()
  const now = services.clock()
  let renewed = 0
  const revisions: OrganizationRevision[] = []
  for (const { id, suspended_at, revision, next_expiry_at, addresses_revision } of rows) {
    let flags = revision
    if (revision !== null && !isCurrentRevision({ next_expiry_at }, now)) {
      renewed += 1
      if (renewed % stepRenewed === 0) await nextSlot()
      flags = (await readFlagRevision(services, id)) ?? null
    }
    revisions.push({
      id,
      isSuspended: suspended_at !== null,
      flags: flags ?? '',
      addressesRevision: addresses_revision ?? revision ?? '',
    })
  }
  return revisions
}
