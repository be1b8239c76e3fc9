import { flagsAddEndpoint } from '../../src/lib/contract/flags-add.ts'
import { actorOf, recordAct } from '../audit/record.ts'
import { newId } from '../database/id.ts'
import type { Database } from '../database/tables.ts'
import { takeTurn } from '../database/turn.ts'
import { type Binding, bindPerson } from '../http/bind.ts'
import { Refusal } from '../http/refusals.ts'
import type { Parts } from '../parts.ts'
import { refusePublicMail } from './public-mail.ts'

/** POST /flags/add (R343, R355): one flag for one value, whatever its colour. */
export function addFlag(parts: Parts): Binding {
  return bindPerson(parts, flagsAddEndpoint, async ({ flag_type, value, reason }, caller) => {
    if (flag_type === 'green') refusePublicMail(value, parts.trustablePublicMail)
    const id = newId()
    await parts.database.transaction().execute(async (transaction) => {
      // One at a time, or two requests would both take the last place.
      await takeTurn(transaction, `flags of ${caller.person.id}`)
      const { numInsertedOrUpdatedRows: added } = await transaction
        .insertInto('flags')
        .values({
          id,
          user_id: caller.person.id,
          flag_type,
          value,
          reason: reason || null,
          blocked_count: 0,
          created_at: parts.clock().toISOString(),
        })
        .onConflict((conflict) => conflict.columns(['user_id', 'value']).doNothing())
        .executeTakeFirstOrThrow()
      if (added === 0n) throw await conflictOf(transaction, caller.person.id, value)
      await requireRoom(parts, transaction, caller.person.id)
      await recordAct(parts, transaction, actorOf(caller), {
        action: 'flag-add',
        target: 'flag',
        targetId: id,
        detail: flag_type,
      })
    })
    return {}
  })
}

/** @throws Refusal 409 where the new flag is one too many */
async function requireRoom(
  { limits }: Pick<Parts, 'limits'>,
  database: Database,
  userId: string,
): Promise<void> {
  const most = limits.flagsPerUser
  const { count } = await database
    .selectFrom('flags')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) <= most) return
  const shown = most.toLocaleString('en-US')
  throw new Refusal(409, `You cannot have more than ${shown} flags. Remove one to add another.`)
}

async function conflictOf(database: Database, userId: string, value: string): Promise<Refusal> {
  const known = await database
    .selectFrom('flags')
    .select('flag_type')
    .where('user_id', '=', userId)
    .where('value', '=', value)
    .executeTakeFirst()
  // It may have been removed this very moment.
  const flag = known === undefined ? 'a flag' : `a ${known.flag_type} flag`
  const words = `${value} has ${flag} already. Remove that one first to change it.`
  return new Refusal(409, words)
}
