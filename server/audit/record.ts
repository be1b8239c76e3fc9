import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { AuditAction, AuditTarget } from '../../contract/audit/audit-action.ts'
import { atMost } from '../core/background-work.ts'
import { type Clock, hourMs } from '../core/clock.ts'
import { isUnavailable } from '../database/drivers/database-error.ts'
import { newId } from '../database/id.ts'
import type { Audit } from '../database/tables/operation.ts'
import type { Database } from '../database/tables/tables.ts'
import type { Services } from '../http/services.ts'

/** A user with id, role and address, the operator of a command, or an unknown client. */
export type Actor = Pick<Audit, 'actor_id' | 'actor_role' | 'address'>

interface Act {
  readonly action: AuditAction
  readonly target: AuditTarget
  readonly targetId: string | null
  /** More information, without personal data. */
  readonly detail?: string
}

export const operator: Actor = { actor_id: null, actor_role: 'operator', address: '' }

export function actorOf({
  user,
  address,
}: {
  readonly user: { readonly id: string; readonly role: Actor['actor_role'] }
  readonly address: string
}): Actor {
  return { actor_id: user.id, actor_role: user.role, address }
}

/**
 * Call it within the transaction of the action, so that both are stored or neither, and before the
 * target is removed, so that the entry knows its organization.
 */
export async function recordAct(
  { clock }: { readonly clock: Clock },
  database: Database,
  actor: Actor,
  { action, target, targetId, detail = '' }: Act,
): Promise<void> {
  const ofActor = organizationOfActor(actor)
  await database
    .insertInto('audit')
    .values({
      ...actor,
      id: newId(),
      at: clock().toISOString(),
      action,
      target_type: target,
      target_id: targetId,
      detail,
      actor_organization_id: ofActor,
      target_organization_id: targetId === null ? null : organizationOf[target](targetId, ofActor),
    })
    .execute()
}

type OrganizationId = RawBuilder<string | null> | string | null

function organizationOfActor({ actor_id, actor_role }: Actor): OrganizationId {
  if (actor_id === null) return null
  return actor_role === 'scim-token' ? ofRow('scim_tokens', actor_id) : ofRow('users', actor_id)
}

/** At the time of the action. Flags, scans and checks are those of the actor. */
const organizationOf: Readonly<
  Record<AuditTarget, (targetId: string, ofActor: OrganizationId) => OrganizationId>
> = {
  user: (id) => ofRow('users', id),
  organization: (id) => id,
  'gateway-key': (id) => ofRow('gateway_keys', id),
  'operator-key': () => null,
  'scim-token': (id) => ofRow('scim_tokens', id),
  webhook: (id) => ofRow('webhooks', id),
  receipt: (number) =>
    sql<string | null>`(select organization_id from receipts where number = ${number})`,
  flag: (_, ofActor) => ofActor,
  scan: (_, ofActor) => ofActor,
  check: (_, ofActor) => ofActor,
  request: (id) =>
    sql<string | null>`(select actor_organization_id from audit as requests where id = ${id})`,
  call: () => null,
}

function ofRow(
  table: 'users' | 'gateway_keys' | 'scim_tokens' | 'webhooks',
  id: string,
): OrganizationId {
  return sql<string | null>`(select organization_id from ${sql.table(table)} where id = ${id})`
}

/**
 * Records at most one entry per user and call in an hour, however many requests are denied. Each
 * server keeps its own memory.
 * @param remembered the number of users and calls; beyond it the oldest may be recorded again
 */
export function createDenialRecorder(
  services: Pick<Services, 'database' | 'clock'>,
  remembered = 10_000,
): Services['recordDenial'] {
  const lastLines = new LRUCache<string, number>(atMost(remembered))
  return async (caller, call) => {
    const actor = actorOf(caller)
    const key = `${actor.actor_id} ${call}`
    const now = services.clock().getTime()
    const last = lastLines.peek(key)
    // The absolute value, so that a clock that was set back suppresses no entries for longer.
    if (last !== undefined && Math.abs(now - last) < hourMs) return
    // Before the first await, so that only one of several concurrent denials continues.
    lastLines.set(key, now)
    try {
      await recordAct(services, services.database, actor, {
        action: 'refused',
        target: 'call',
        targetId: null,
        detail: call,
      })
    } catch (cause) {
      // Denials continue while the database accepts no writes; the next one tries again.
      lastLines.delete(key)
      if (!isUnavailable(cause)) throw cause
    }
  }
}
