import { latinSkeleton } from '../../../contract/flags/look-alikes.ts'
import type { Clock } from '../../core/clock.ts'
import { newId } from '../../database/id.ts'
import { searchKeysOfUser, usernameKey } from '../../database/search-index.ts'
import type { Users } from '../../database/tables/accounts.ts'
import type { Database } from '../../database/tables/tables.ts'
import { changeAddressesRevision } from '../../flags/flags.ts'
import { aliasesBeside, writeAliases } from '../../organizations/organizations.ts'
import { announceUsers } from '../../webhooks/webhooks.ts'

type SearchKeys = ReturnType<typeof searchKeysOfUser>

export type NewUser = Pick<Users, 'username' | 'email' | 'full_name' | 'role'> &
  Partial<
    Omit<
      Users,
      'id' | 'username_key' | 'look_alike_key' | 'created_at' | 'removed_at' | keyof SearchKeys
    >
  > & { readonly aliases?: readonly string[] | undefined }

/** Of a user who has not signed in and has chosen nothing. */
export const neverSignedIn = {
  password_hash: null,
  consented_at: null,
  last_login_at: null,
  must_change_password: 0,
  invitation_expires_at: null,
  managed_organization_id: null,
  locale: null,
  answers_by_mail: 0,
} as const

/** @returns the id of the new user */
export async function createUser(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { aliases: given = [], ...user }: NewUser,
): Promise<string> {
  const id = newId()
  const email = user.email.toLowerCase()
  const aliases = aliasesBeside(email, given)
  await database
    .insertInto('users')
    .values({
      organization_id: null,
      department: '',
      phone: '',
      is_active: 1,
      ...neverSignedIn,
      ...user,
      id,
      username_key: usernameKey(user.username),
      look_alike_key: latinSkeleton(user.username),
      email,
      created_at: clock().toISOString(),
      removed_at: null,
      ...searchKeysOfUser({ ...user, email, aliases }),
    })
    .execute()
  if (aliases.length > 0) await writeAliases(database, id, aliases)
  if (user.organization_id) await changeAddressesRevision(database, user.organization_id)
  await announceUsers({ clock }, database, [
    { id, organizationId: user.organization_id ?? null, change: 'created' },
  ])
  return id
}
