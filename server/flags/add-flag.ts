import { addFlagEndpoint, flagExists, tooManyFlags } from '../../contract/flags/add-flag.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import { takeAdvisoryLock } from '../database/advisory-lock.ts'
import { countRows } from '../database/count-rows.ts'
import { newId } from '../database/id.ts'
import { organizationKey } from '../database/organization-key.ts'
import { searchTextOfFlag } from '../database/search-index.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { markSender } from '../judge/judge.ts'
import { rejectPublicMail } from '../organizations/organizations.ts'
import { deleteEndedOf } from './ended-flags.ts'
import { faultOfSuffix, withoutWww } from './judge-flag.ts'
import { changeFlagRevisions, lockOwnerOfFlags } from './revision.ts'
import { teachingOf } from './teaching.ts'

/** POST /flags/add (R343, R355): a value has at most one flag, of either colour. */
export function addFlag(services: Services) {
  return bindUser(
    services,
    addFlagEndpoint,
    async ({ flag_type, value: given, reason }, caller) => {
      const value = withoutWww(given)
      const fault = faultOfSuffix(value)
      if (fault !== undefined) throw fault
      if (flag_type === 'green') rejectPublicMail(value, services.trustablePublicMail)
      const id = newId()
      await services.database.transaction().execute(async (transaction) => {
        // Serialized, so that two requests cannot both take the last free slot.
        await takeAdvisoryLock(transaction, `flags of ${caller.user.id}`)
        const owner = await lockOwnerOfFlags(transaction, caller.user.id)
        const organization_id = organizationKey(owner)
        await deleteEndedOf(transaction, organization_id, caller.user.id, services.clock())
        const { numInsertedOrUpdatedRows: added } = await transaction
          .insertInto('flags')
          .values({
            id,
            user_id: caller.user.id,
            organization_id,
            flag_type,
            value,
            reason: reason || null,
            blocked_count: 0,
            created_at: services.clock().toISOString(),
            expires_at: null,
            last_matched_on: null,
            search_text: searchTextOfFlag({ value, reason }),
          })
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'value', 'organization_id']).doNothing(),
          )
          .executeTakeFirstOrThrow()
        if (added === 0n)
          throw await conflictOf(transaction, { id: caller.user.id, organization_id }, value)
        await requireRoom(services, transaction, { id: caller.user.id, organization_id })
        await recordAct(services, transaction, actorOf(caller), {
          action: 'flag-add',
          target: 'flag',
          targetId: id,
          detail: flag_type,
        })
        if (flag_type === 'green') {
          const said = teachingOf(caller, owner, 'green_flag')
          await markSender(services, transaction, said, value)
        }
        await changeFlagRevisions(transaction, [owner])
      })
      return value === given ? {} : { value }
    },
  )
}

interface Owner {
  readonly id: string
  readonly organization_id: string
}

/** @throws HttpError 409 if the user has the maximum number of flags */
async function requireRoom(
  { limits }: Pick<Services, 'limits'>,
  database: Database,
  { id, organization_id }: Owner,
): Promise<void> {
  const most = limits.flagsPerUser
  const count = await countRows(
    database
      .selectFrom('flags')
      .where('user_id', '=', id)
      .where('organization_id', '=', organization_id),
  )
  if (count <= most) return
  throw new HttpError(tooManyFlags, { max: most })
}

async function conflictOf(
  database: Database,
  { id, organization_id }: Owner,
  value: string,
): Promise<HttpError> {
  const known = await database
    .selectFrom('flags')
    .select('flag_type')
    .where('user_id', '=', id)
    .where('organization_id', '=', organization_id)
    .where('value', '=', value)
    .executeTakeFirst()
  return new HttpError(flagExists, { value, flag_type: known?.flag_type ?? null })
}
