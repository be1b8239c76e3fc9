import { adminUsersSaveEndpoint } from '../../src/lib/contract/admin-users-save.ts'
import type { ParsedInputOf } from '../../src/lib/contract/endpoint.ts'
import { actorOf, recordAct } from '../audit/record.ts'
import { isUniqueViolation } from '../database/conflict.ts'
import type { Database } from '../database/tables.ts'
import { type Binding, bindPerson, type Caller } from '../http/bind.ts'
import { Refusal } from '../http/refusals.ts'
import type { Parts } from '../parts.ts'
import { changePerson } from './change-person.ts'
import { checkPassword } from './password-rules.ts'
import { createPerson } from './people.ts'
import { requireFree } from './taken.ts'
import { acceptUsername } from './username-rules.ts'

type Input = ParsedInputOf<typeof adminUsersSaveEndpoint>

/** POST /admin/users/detailed (R362, R363): with an `id` a change, without one a new person. */
export function saveUser(parts: Parts): Binding {
  return bindPerson(parts, adminUsersSaveEndpoint, async (given, caller) => {
    const id = 'id' in given ? given.id : undefined
    const username = await acceptUsername(parts.database, given.username, id)
    const input = { ...given, username }
    const requireStillFree = () => requireFree(parts.database, input, id)
    // Before the password is judged and hashed, which costs more than anything else here.
    await requireStillFree()
    const passwordHash = await hashNew(parts, input, requireStillFree)
    try {
      const saved = await parts.database.transaction().execute(async (transaction) => {
        await requireOrganization(transaction, input)
        return save(parts, transaction, input, passwordHash, caller)
      })
      return { id: saved }
    } catch (cause) {
      // Somebody else was faster, and has it now.
      if (isUniqueViolation(cause)) await requireStillFree()
      throw cause
    }
  })
}

/**
 * @param requireStillFree asked again after the wait for the turn, in which another call may have won
 * @returns undefined for a blank password, which keeps the current one
 */
async function hashNew(
  { database, passwords }: Parts,
  input: Input,
  requireStillFree: () => Promise<void>,
): Promise<string | undefined> {
  if (input.password === '') return undefined
  const organization = await nameOfOrganization(database, input.organization_id)
  await checkPassword(input.password, { ...input, organization })
  return passwords.hash(input.password, requireStillFree)
}

async function nameOfOrganization(database: Database, id: string | null): Promise<string> {
  if (id === null) return ''
  const row = await database
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.name ?? ''
}

/** @throws Refusal 422; only a super admin may belong to none */
async function requireOrganization(
  database: Database,
  { organization_id: id, role }: Input,
): Promise<void> {
  if (id === null && role === 'super_admin') return
  if (id === null) throw new Refusal(422, 'organization_id: is missing')
  const found = await database
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw new Refusal(422, 'organization_id: there is no such organization')
}

/** @returns the person's id */
async function save(
  parts: Parts,
  database: Database,
  input: Input,
  passwordHash: string | undefined,
  caller: Caller,
): Promise<string> {
  const { username, email, full_name, role, organization_id, department, phone } = input
  const fields = {
    ...{ username, email, full_name, role, organization_id, department, phone },
    ...(input.is_active === undefined ? {} : ({ is_active: input.is_active ? 1 : 0 } as const)),
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
  }
  if ('id' in input) {
    await changePerson(parts, database, input.id, fields, caller)
    return input.id
  }
  const id = await createPerson({ ...parts, database }, fields)
  await recordAct(parts, database, actorOf(caller), {
    action: 'user-create',
    target: 'user',
    targetId: id,
    detail: role,
  })
  return id
}
