import type { Clock } from '../core/clock.ts'
import { newId } from '../database/id.ts'
import type { Audit, Database, Users } from '../database/tables.ts'

export type AuditAction =
  | 'sign-in'
  | 'failed-sign-in'
  | 'failed-second-factor'
  | 'factor-add'
  | 'factor-remove'
  | 'recovery-codes'
  | 'factors-reset'
  | 'logout'
  | 'consent'
  | 'flag-add'
  | 'flag-remove'
  | 'user-create'
  | 'user-change'
  | 'user-remove'
  | 'password-reset'
  | 'password-change'
  | 'failed-confirmation'
  | 'invitation-send'
  | 'invitation-withdraw'
  | 'invitation-accept'
  | 'session-end'
  | 'erasure-request'
  | 'user-export'
  | 'users-export'
  | 'organization-create'
  | 'organization-change'
  | 'organization-suspend'
  | 'organization-resume'
  | 'organization-remove'
  | 'gateway-key-issue'
  | 'gateway-key-expiry'
  | 'gateway-key-revoke'
  | 'receipt-issue'
  | 'receipt-link'
  | 'support-request'
  | 'mail-report'
  | 'refused'

/** A user with id, role and address, the operator of a command, or an unknown client. */
export type Actor = Pick<Audit, 'actor_id' | 'actor_role' | 'address'>

interface Act {
  readonly action: AuditAction
  readonly target:
    | 'user'
    | 'flag'
    | 'organization'
    | 'gateway-key'
    | 'receipt'
    | 'scan'
    | 'check'
    | 'call'
  readonly targetId: string | null
  /** More information, without personal data. */
  readonly detail?: string
}

export const operator: Actor = { actor_id: null, actor_role: 'operator', address: '' }

export function actorOf({
  user,
  address,
}: {
  readonly user: Pick<Users, 'id' | 'role'>
  readonly address: string
}): Actor {
  return { actor_id: user.id, actor_role: user.role, address }
}

/** Call it within the transaction of the action, so that both are stored or neither. */
export async function recordAct(
  { clock }: { readonly clock: Clock },
  database: Database,
  actor: Actor,
  { action, target, targetId, detail = '' }: Act,
): Promise<void> {
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
    })
    .execute()
}
