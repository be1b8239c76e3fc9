import { actorOf, recordAct } from '../../audit/audit.ts'
import type { Users } from '../../database/tables/accounts.ts'
import type { Database } from '../../database/tables/tables.ts'
import { requireRecentConfirmation } from '../../http/authentication.ts'
import type { Services } from '../../http/services.ts'
import { inviteUser } from '../../sign-in/sign-in.ts'
import { createUser, type NewUser } from './create-user.ts'
import type { Changer } from './user-change.ts'

interface Adding {
  readonly caller: Changer
  /** With a mail to choose a password. */
  readonly sendsInvitation: boolean
}

/**
 * Adds a user for a caller, with the invitation and the audit entry. `createUser` alone is for the first
 * data of a server.
 * @returns the user's id
 * @throws HttpError 403 without a recent confirmation where the user may do more than an employee
 */
export async function addUser(
  services: Services,
  transaction: Database,
  user: NewUser,
  { caller, sendsInvitation }: Adding,
): Promise<string> {
  requireProofToAdd(services, user, caller)
  const id = await createUser(
    { ...services, database: transaction },
    // Another person chose the password.
    { ...user, must_change_password: typeof user.password_hash === 'string' ? 1 : 0 },
  )
  const isByProvider = caller.user.role === 'scim-token'
  if (sendsInvitation) {
    await inviteUser(services, transaction, id, isByProvider ? null : caller.user.id)
  }
  const right = user.managed_organization_id ?? null
  await recordAct(services, transaction, actorOf(caller), {
    action: 'user-create',
    target: 'user',
    targetId: id,
    detail: [
      user.role,
      ...(right === null ? [] : ['manages_organization']),
      ...(sendsInvitation ? ['invited'] : []),
    ].join(', '),
  })
  return id
}

/**
 * A right to manage an organization is one of team leads.
 * @throws HttpError 403
 */
export function requireProofToAdd(
  services: Pick<Services, 'clock'>,
  { role }: Pick<Users, 'role'>,
  caller: Pick<Changer, 'confirmedAt'>,
): void {
  if (role !== 'employee') requireRecentConfirmation(services, caller)
}
