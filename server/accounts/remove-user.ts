import { adminUsersRemoveEndpoint } from '../../src/lib/contract/admin-users-remove.ts'
import { productName } from '../../src/lib/contract/product.ts'
import { actorOf, recordAct } from '../audit/record.ts'
import type { Database, Users } from '../database/tables.ts'
import { type Binding, bindPerson } from '../http/bind.ts'
import { Refusal } from '../http/refusals.ts'
import { wordsForLog } from '../log.ts'
import { queueMail } from '../mail/queue.ts'
import type { Parts } from '../parts.ts'
import { requireAnotherAdmin } from './last-admin.ts'
import { deleteRemovedPeople, takeAway } from './removed-people.ts'

type Removed = Pick<Users, 'id' | 'username_key' | 'username' | 'email' | 'full_name' | 'role'>

/**
 * DELETE /admin/users/{id} (R345, R346, R347, R361): somebody goes for good, with their sessions,
 * flags and mail, and is told. What was billed stays, and an audit line that only has their id.
 */
export function removeUser(parts: Parts): Binding {
  return bindPerson(parts, adminUsersRemoveEndpoint, async ({ id }, caller) => {
    if (id === caller.person.id) {
      throw new Refusal(409, 'You cannot remove yourself from the system!')
    }
    await parts.database.transaction().execute(async (transaction) => {
      const person = await findPerson(transaction, id)
      if (person.role === 'super_admin') await requireAnotherAdmin(transaction, id)
      await forget(parts, transaction, person)
      await queueMail(transaction, parts, farewell(person))
      await recordAct(parts, transaction, actorOf(caller), {
        action: 'user-remove',
        target: 'user',
        targetId: id,
      })
    })
    // Mail of years takes seconds. Who is removed is gone already, and housekeeping ends what fails.
    await deleteRemovedPeople(parts.database).catch((cause: unknown) => {
      parts.log('warning', 'mail of a removed person is left', { error: wordsForLog(cause) })
    })
    return {}
  })
}

/** @throws Refusal 404 */
async function findPerson(database: Database, id: string): Promise<Removed> {
  const person = await database
    .selectFrom('users')
    .select(['id', 'username_key', 'username', 'email', 'full_name', 'role'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (person === undefined) throw new Refusal(404, 'There is no such user')
  return person
}

async function forget(
  { clock }: Parts,
  database: Database,
  { id, username_key }: Removed,
): Promise<void> {
  await takeAway(database, id, clock())
  await database.deleteFrom('login_failures').where('username_key', '=', username_key).execute()
  // Where somebody was when they did something is about them, too, or when they mistyped a password.
  const audit = database.updateTable('audit').set({ address: '' })
  await audit.where('actor_id', '=', id).execute()
  await audit.where('target_id', '=', id).where('action', '=', 'failed-sign-in').execute()
}

function farewell({ email, full_name, username }: Removed) {
  return {
    to: email,
    subject: `Your ${productName} account has been removed`,
    text: `Hello ${full_name},

your ${productName} account '${username}' has been permanently removed by an administrator. All of its sessions have ended, and its flags and mail history have been deleted.

If you did not expect this, please ask your organization's administrator.
`,
  }
}
