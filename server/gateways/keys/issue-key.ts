import type { ParsedInputOf } from '../../../contract/core/endpoint.ts'
import { issueKeyEndpoint, keyIssuedAlready } from '../../../contract/gateways/issue-key.ts'
import { actorOf, recordAct } from '../../audit/audit.ts'
import { HttpError } from '../../core/http-error.ts'
import { hashSecret, newSecret } from '../../core/secrets.ts'
import { newId } from '../../database/id.ts'
import type { Database } from '../../database/tables/tables.ts'
import { bindUser } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { requireOrganization } from '../../organizations/organizations.ts'
import { requireFuture } from './expire-key.ts'
import { showKey } from './show-key.ts'

type Input = ParsedInputOf<typeof issueKeyEndpoint>

/** POST /admin/organizations/{organization_id}/gateway-keys (A461). */
export function issueKey(services: Services) {
  const { database, clock } = services
  return bindUser(services, issueKeyEndpoint, async (input, caller) => {
    const now = clock()
    requireFuture(input.expires_at, now)
    const key = `aman_gateway_${newSecret()}`
    const row = await database.transaction().execute(async (transaction) => {
      await requireOrganization(transaction, input.organization_id)
      const issued = await keepKey(transaction, now, input, key)
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
async function keepKey(database: Database, now: Date, input: Input, key: string) {
  const { organization_id, scope, note, expires_at } = input
  const given = { label: note, expires_at, key_hash: hashSecret(key) }
  const row = await database
    .insertInto('gateway_keys')
    .values({
      ...given,
      id: input.request_id ?? newId(),
      organization_id,
      scope,
      created_at: now.toISOString(),
      revoked_at: null,
      last_used_at: null,
      networks: '',
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(given)
        .where('gateway_keys.organization_id', '=', organization_id)
        .where('gateway_keys.scope', '=', scope)
        .where('gateway_keys.last_used_at', 'is', null)
        .where('gateway_keys.revoked_at', 'is', null),
    )
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw new HttpError(keyIssuedAlready, {})
  return row
}
