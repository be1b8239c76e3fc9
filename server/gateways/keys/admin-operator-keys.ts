import {
  coverByOperatorKeyEndpoint,
  expireOperatorKeyEndpoint,
  issueOperatorKeyEndpoint,
  listOperatorKeysEndpoint,
  mostNamedCovered,
  revokeOperatorKeyEndpoint,
  unknownOperatorKey,
} from '../../../contract/gateways/admin-operator-keys.ts'
import { keyIssuedAlready } from '../../../contract/gateways/issue-key.ts'
import { actorOf, recordAct } from '../../audit/audit.ts'
import { HttpError, invalidField } from '../../core/http-error.ts'
import { newSecret } from '../../core/secrets.ts'
import { isOneOf } from '../../database/search-index.ts'
import type { Database } from '../../database/tables/tables.ts'
import { requireRecentConfirmation } from '../../http/authentication.ts'
import { bindChange, bindUser } from '../../http/bind.ts'
import { findCovered } from '../../http/cover.ts'
import type { Services } from '../../http/services.ts'
import {
  type KeyRow,
  keyRowOf,
  lostAnswer,
  requireConfirmedEnd,
  requireFuture,
} from './admin-keys.ts'
import { showKey } from './gateway-keys.ts'
import {
  coverOrganizations,
  endOperatorKey,
  readOperatorKeys,
  wordsOfCover,
} from './operator-keys.ts'

/** GET /admin/operator-keys, the newest first. */
export function listOperatorKeys(services: Services) {
  return bindUser(services, listOperatorKeysEndpoint, async () => ({ keys: await show(services) }))
}

/** POST /admin/operator-keys. */
export function issueOperatorKey(services: Services) {
  const { clock } = services
  return bindChange(services, issueOperatorKeyEndpoint, async (input, caller, transaction) => {
    // A browser is joined to one organization.
    if (input.scope === 'join') throw invalidField('scope', 'invalid', {})
    const key = `aman_gateway_${newSecret()}`
    const row = keyRowOf(clock, input, key)
    const covered = input.organization_ids ?? 'all'
    await requireOrganizations(transaction, input.organization_ids)
    await keepKey(transaction, row)
    await coverOrganizations(transaction, row.id, covered)
    await recordAct(services, transaction, actorOf(caller), {
      action: 'gateway-key-issue',
      target: 'operator-key',
      targetId: row.id,
      detail: `scope ${input.scope}, ${wordsOfCover(covered)}`,
    })
    const [shown] = await show({ ...services, database: transaction }, row.id)
    if (shown === undefined) throw new Error('the key that was just stored is not there')
    return { ...shown, key }
  })
}

/** POST /admin/operator-keys/{id}/expiry. */
export function expireOperatorKey(services: Services) {
  const { clock } = services
  return bindChange(
    services,
    expireOperatorKeyEndpoint,
    async ({ id, expires_at }, caller, transaction) => {
      requireFuture(expires_at, clock())
      const before = await requireKey(transaction, id)
      requireConfirmedEnd(services, caller, before.expires_at, expires_at)
      const changed = transaction.updateTable('operator_keys').set({ expires_at })
      await changed.where('id', '=', id).execute()
      await recordAct(services, transaction, actorOf(caller), {
        action: 'gateway-key-expiry',
        target: 'operator-key',
        targetId: id,
        detail: expires_at ?? 'no expiry',
      })
      return {}
    },
  )
}

/** POST /admin/operator-keys/{id}/organizations. */
export function coverByOperatorKey(services: Services) {
  const { database } = services
  return bindUser(
    services,
    coverByOperatorKeyEndpoint,
    async ({ id, organization_ids }, caller) => {
      await database.transaction().execute(async (transaction) => {
        const { covers_all } = await requireKey(transaction, id)
        const before = { operatorKeyId: id, coversAll: covers_all === 1 }
        const kept = await findCovered(transaction, before, organization_ids ?? [])
        const isWider =
          organization_ids === null
            ? covers_all === 0
            : organization_ids.some((it) => !kept.has(it))
        if (isWider) requireRecentConfirmation(services, caller)
        await requireOrganizations(transaction, organization_ids)
        const covered = organization_ids ?? 'all'
        await coverOrganizations(transaction, id, covered)
        await recordAct(services, transaction, actorOf(caller), {
          action: 'gateway-key-cover',
          target: 'operator-key',
          targetId: id,
          detail: wordsOfCover(covered),
        })
      })
      return {}
    },
  )
}

/** DELETE /admin/operator-keys/{id}. Revoked already, a repeated call finds what it wanted. */
export function revokeOperatorKey(services: Services) {
  const { database } = services
  return bindUser(services, revokeOperatorKeyEndpoint, async ({ id }, caller) => {
    await database.transaction().execute(async (transaction) => {
      if (await endOperatorKey({ ...services, database: transaction }, id)) {
        return recordAct(services, transaction, actorOf(caller), {
          action: 'gateway-key-revoke',
          target: 'operator-key',
          targetId: id,
        })
      }
      const known = transaction.selectFrom('operator_keys').select('id').where('id', '=', id)
      if ((await known.executeTakeFirst()) === undefined) throw unknown()
    })
    return {}
  })
}

/** As super admins see them; without `id` all. */
async function show({ database, clock }: Pick<Services, 'database' | 'clock'>, id?: string) {
  const rows = await readOperatorKeys({ database }, id)
  const names = await nameCovered(database, rows)
  return rows.map(({ covers_all, chosen, ...row }) => ({
    ...showKey(row, clock()),
    covers_all: covers_all === 1,
    organization_count: Number(chosen),
    organizations: names.get(row.id) ?? [],
  }))
}

async function nameCovered(database: Database, keys: readonly { readonly id: string }[]) {
  const names = new Map<string, { readonly id: string; readonly name: string }[]>()
  for (const { id } of keys) {
    const rows = await database
      .selectFrom('covered_organizations')
      .innerJoin('organizations', 'organizations.id', 'covered_organizations.organization_id')
      .select(['organizations.id', 'organizations.name'])
      .where('key_id', '=', id)
      .orderBy('organizations.name')
      .orderBy('organizations.id')
      .limit(mostNamedCovered)
      .execute()
    names.set(id, rows)
  }
  return names
}

/** @throws HttpError 409 if the key is in use or revoked, or has another scope */
async function keepKey(database: Database, row: KeyRow): Promise<void> {
  await database
    .insertInto('operator_keys')
    .values({ ...row, covers_all: 0 })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(lostAnswer(row))
        .where('operator_keys.scope', '=', row.scope)
        .where('operator_keys.last_used_at', 'is', null)
        .where('operator_keys.revoked_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirstOrThrow(() => new HttpError(keyIssuedAlready, {}))
}

/** Locked until the end of the transaction. @throws HttpError 404 for an unknown or revoked key */
async function requireKey(database: Database, id: string) {
  const row = await database
    .selectFrom('operator_keys')
    .select(['expires_at', 'covers_all'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(() => unknown())
  return row
}

function unknown(): HttpError {
  return new HttpError(unknownOperatorKey, {})
}

/** @throws HttpError 422 if one of them is not there */
async function requireOrganizations(database: Database, ids: readonly string[] | null) {
  if (ids === null) return
  const wanted = [...new Set(ids)]
  const found = await database
    .selectFrom('organizations')
    .select('id')
    .where(isOneOf(database, 'id', wanted))
    .execute()
  if (found.length < wanted.length) {
    throw invalidField('organization_ids', 'unknown_organization', {})
  }
}
