import { flagsRemoveEndpoint } from '../../src/lib/contract/flags-remove.ts'
import { actorOf, recordAct } from '../audit/record.ts'
import { type Binding, bindPerson } from '../http/bind.ts'
import { Refusal } from '../http/refusals.ts'
import type { Parts } from '../parts.ts'

/** DELETE /flags/remove/{id} (R343, R356). Somebody else's flag is as unknown as one that never was. */
export function removeFlag(parts: Parts): Binding {
  return bindPerson(parts, flagsRemoveEndpoint, async ({ id }, caller) => {
    await parts.database.transaction().execute(async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('flags')
        .where('id', '=', id)
        .where('user_id', '=', caller.person.id)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) throw new Refusal(404, 'You have no such flag')
      await recordAct(parts, transaction, actorOf(caller), {
        action: 'flag-remove',
        target: 'flag',
        targetId: id,
      })
    })
    return {}
  })
}
