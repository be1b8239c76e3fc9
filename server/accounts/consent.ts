import { consentEndpoint } from '../../src/lib/contract/consent.ts'
import { actorOf, recordAct } from '../audit/record.ts'
import { type Binding, bindPerson } from '../http/bind.ts'
import type { Parts } from '../parts.ts'

/** POST /users/consent (R350). When consent was first given stays, however often it is repeated. */
export function consent(parts: Parts): Binding {
  return bindPerson(parts, consentEndpoint, async (_input, caller) => {
    const { id } = caller.person
    await parts.database.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('users')
        .set({ consented_at: parts.clock().toISOString() })
        .where('id', '=', id)
        .where('consented_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return
      await recordAct(parts, transaction, actorOf(caller), {
        action: 'consent',
        target: 'user',
        targetId: id,
      })
    })
    return {}
  })
}
