import { issueKeyEndpoint, keyIssuedAlready } from '../../../contract/gateways/issue-key.ts'
import { actorOf, recordAct } from '../../audit/audit.ts'
import { HttpError } from '../../core/http-error.ts'
import { newSecret } from '../../core/secrets.ts'
import type { Database } from '../../database/tables/tables.ts'
import { bindUser } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { requireOrganization } from '../../organizations/organizations.ts'
import { type KeyRow, keyRowOf, lostAnswer } from './given-key.ts'
import { showKey } from './show-key.ts'

/** POST /admin/organizations/{organization_id}/gateway-keys. */
export function issueKey(services: Services) {
  const { database, clock } = services
  return bindUser(services, issueKeyEndpoint, async (input, caller) => {
    const now = clock()
    const key = `aman_gateway_${newSecret()}`
    const row = await database.transaction().execute(async (transaction) => {
      await requireOrganization(transaction, input.organization_id)
      const issued = await keepKey(transaction, input.organization_id, keyRowOf(clock, input, key))
      await recordAct(services, transaction, actorOf(caller), {
        action: 'gateway-key-issue',
        target: 'gateway-key',
        targetId: issued.id,
        detail: `organization ${input.organization_id}, scope ${input.scope}`,
      })
      return issued
    })
    return { ...showKey(row, now), key }
  })
}

/**
 * A repeated call finds its key and replaces the secret, whose first answer was lost.
 * @throws HttpError 409 if the key is in use or revoked, or has another scope or organization
 */
async function keepKey(database: Database, organization_id: string, row: KeyRow) {
  const kept = await database
    .insertInto('gateway_keys')
    .values({ ...row, organization_id })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(lostAnswer(row))
        .where('gateway_keys.organization_id', '=', organization_id)
        .where('gateway_keys.scope', '=', row.scope)
        .where('gateway_keys.last_used_at', 'is', null)
        .where('gateway_keys.revoked_at', 'is', null),
    )
    .returningAll()
    .executeTakeFirstOrThrow(() => new HttpError(keyIssuedAlready, {}))
  return kept
}
