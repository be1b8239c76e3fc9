import type { ParsedInputOf } from '../../contract/core/endpoint.ts'
import { saveUserEndpoint } from '../../contract/users/save-user.ts'
import { invalidField } from '../core/http-error.ts'
import { takeAdvisoryLock } from '../database/advisory-lock.ts'
import { isUniqueViolation } from '../database/drivers/database-error.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindUser, type Caller } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { nameOfOrganization } from '../organizations/organizations.ts'
import { checkPassword, recheckCaller, requireInvitations } from '../sign-in/sign-in.ts'
import { addUser, requireProofToAdd } from './change/add-user.ts'
import { changeUser } from './change/change-user.ts'
import { lockUser } from './change/locked-user.ts'
import { rightAfter } from './change/organization-admin.ts'
import { requireFree } from './change/taken.ts'
import { acceptUsername } from './change/username-rules.ts'

type Input = ParsedInputOf<typeof saveUserEndpoint>

/** POST /admin/users/detailed (R362, R363): changes the user with `id`, or creates one. */
export function saveUser(services: Services) {
  return bindUser(services, saveUserEndpoint, async (given, caller) => {
    const id = 'id' in given ? given.id : undefined
    if (isInvited(given)) requireInvitations(services)
    // Before the password is hashed; `changeUser` asks for it where a user is raised.
    if (id === undefined) requireProofToAdd(services, given, caller)
    if (given.manages_organization === true && given.role !== 'team_lead') {
      throw invalidField('manages_organization', 'only_team_leads', {})
    }
    const username = await acceptUsername(services.database, given.username, id)
    const input = { ...given, username }
    const requireStillFree = () => requireFree(services.database, input, id)
    // Checked before the password is rated and hashed, which is the expensive part.
    await requireStillFree()
    const passwordHash = await hashNew(services, input, requireStillFree)
    try {
      const saved = await services.database.transaction().execute(async (transaction) => {
        await requireOrganization(transaction, input)
        // No index spans the addresses of users and aliases, so that only a lock keeps them unique.
        await takeAdvisoryLock(transaction, 'addresses of users')
        await recheckCaller(transaction, caller, saveUserEndpoint.access)
        await requireFree(transaction, input, id)
        return save(services, transaction, input, passwordHash, caller)
      })
      return { id: saved }
    } catch (cause) {
      // A concurrent call may have taken the name.
      if (isUniqueViolation(cause)) await requireStillFree()
      throw cause
    }
  })
}

/**
 * @param requireStillFree called again after the wait in the queue, since another call may have won
 * @returns undefined for a blank password, which keeps the current one
 */
async function hashNew(
  { database, passwords, breachedPasswords }: Services,
  input: Input,
  requireStillFree: () => Promise<void>,
): Promise<string | undefined> {
  if (isInvited(input) || input.password === '') return undefined
  const organization = await nameOfOrganization(database, input.organization_id)
  await checkPassword(input.password, { ...input, organization }, breachedPasswords)
  return passwords.hash(input.password, requireStillFree)
}

/** @throws HttpError 422 if it is unknown or missing; only a super admin may have none */
async function requireOrganization(
  database: Database,
  { organization_id: id, role }: Input,
): Promise<void> {
  if (id === null && role === 'super_admin') return
  if (id === null) throw invalidField('organization_id', 'missing', {})
  await database
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => invalidField('organization_id', 'unknown_organization', {}))
}

function isInvited(input: Input): input is Extract<Input, { readonly sends_invitation: true }> {
  return 'sends_invitation' in input
}

/** @returns the user's id */
async function save(
  services: Services,
  database: Database,
  input: Input,
  passwordHash: string | undefined,
  caller: Caller,
): Promise<string> {
  const { username, email, full_name, role, organization_id, department, phone, aliases } = input
  const fields = {
    ...{ username, email, full_name, role, organization_id, department, phone, aliases },
    ...(input.is_active === undefined ? {} : ({ is_active: input.is_active ? 1 : 0 } as const)),
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
  }
  const { manages_organization } = input
  if ('id' in input) {
    const before = await lockUser(database, input.id)
    const after = { ...fields, manages_organization }
    await changeUser(services, database, before, after, { kind: 'edit', caller })
    return input.id
  }
  const managed_organization_id = rightAfter(undefined, fields, manages_organization)
  const adding = { caller, sendsInvitation: isInvited(input) }
  return addUser(services, database, { ...fields, managed_organization_id }, adding)
}
