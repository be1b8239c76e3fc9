import { latinSkeleton } from '../../../contract/flags/look-alikes.ts'
import type { actorOf } from '../../audit/audit.ts'
import type { Clock } from '../../core/clock.ts'
import { searchKeysOfUser, usernameKey } from '../../database/search-index.ts'
import type { Users } from '../../database/tables/accounts.ts'
import type { Caller } from '../../http/bind.ts'
import { aliasesBeside } from '../../organizations/organizations.ts'
import type { LinkPurpose } from '../../sign-in/sign-in.ts'
import type { LockedUser } from './locked-user.ts'
import { rightAfter } from './organization-admin.ts'

/** The user after a change. What is omitted stays, and what belongs to a change follows from it. */
export interface UserAfter
  extends Partial<
    Pick<
      Users,
      | 'organization_id'
      | 'username'
      | 'email'
      | 'full_name'
      | 'role'
      | 'department'
      | 'phone'
      | 'password_hash'
      | 'is_active'
      | 'locale'
    >
  > {
  readonly aliases?: readonly string[] | undefined
  /** A right of team leads. */
  readonly manages_organization?: boolean | undefined
  /** All second factors are removed. */
  readonly factors?: 'none'
}

/** Another user, or an identity provider with its token. */
export type Changer = Pick<Caller, 'tokenHash' | 'confirmedAt'> & Parameters<typeof actorOf>[0]

/** By whom and how users are changed; what the audit trail and the user are told depends on it. */
export type Cause =
  /** In a form, a selection or an import, or by an identity provider. */
  | { readonly kind: 'edit' | 'factors-reset'; readonly caller: Changer }
  /** In the own account, with the former password. */
  | { readonly kind: 'own-password'; readonly caller: Changer }
  /** With a link in a mail. */
  | { readonly kind: LinkPurpose; readonly address: string }
  | { readonly kind: 'operator' }

/** A user before and after, with what differs. */
export interface Change {
  readonly before: Users
  readonly after: Users
  readonly aliases: readonly string[]
  readonly fields: readonly string[]
  readonly removesFactors: boolean
}

/** A change of one of these fields ends the links that were sent to the user. */
export const endsLinks = ['email', 'is_active', 'password_hash'] as const

export function changeOf(
  { clock }: { readonly clock: Clock },
  { row: before, aliases: known }: LockedUser,
  { aliases: given, manages_organization, factors, ...values }: UserAfter,
  cause: Cause,
): Change {
  const named = { ...before, ...values }
  // The new address of a user may have been an alias before.
  const aliases = aliasesBeside(named.email, given ?? known)
  const hasOtherAliases = aliases.join(' ') !== known.join(' ')
  const right = { managed_organization_id: rightAfter(before, named, manages_organization) }
  const shown = changedFields(before, { ...named, ...right })
  const fields = [...shown, ...(hasOtherAliases ? ['aliases'] : [])]
  const after: Users = {
    ...named,
    ...right,
    ...(fields.includes('username') ? usernameKeys(before, named.username) : {}),
    ...searchKeysOfUser({ ...named, aliases }),
    ...(fields.includes('password_hash')
      ? { must_change_password: isOwnChoice(before, cause) ? 0 : 1, invitation_expires_at: null }
      : {}),
  }
  const now = clock().toISOString()
  const { invitation_expires_at: end } = after
  // The link of an open invitation ends; the user still waits for one.
  if (has(fields, endsLinks) && end !== null && end > now) after.invitation_expires_at = now
  return { before, after, aliases, fields, removesFactors: factors === 'none' }
}

/** A user who did not choose the password is asked for another one. */
export function isOwnChoice({ id }: Users, cause: Cause): boolean {
  switch (cause.kind) {
    case 'edit':
    case 'factors-reset':
      return id === cause.caller.user.id
    case 'operator':
      return false
    default:
      return true
  }
}

/** A username that is the same but for case and width keeps its stored keys, even if they differ from what is computed now. */
function usernameKeys(before: Users, username: string) {
  const username_key = usernameKey(username)
  const isSame = username_key === before.username_key
  const look_alike_key = isSame ? before.look_alike_key : latinSkeleton(username)
  return { username_key, look_alike_key }
}

function changedFields(before: Users, after: Users): string[] {
  return Object.keys(differences(before, after))
}

export function differences(before: Users, after: Users): Partial<Users> {
  const old = new Map(Object.entries(before))
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => old.get(name) !== value),
  )
}

export function has(fields: readonly string[], some: readonly string[]): boolean {
  return some.some((field) => fields.includes(field))
}

export function having(changes: readonly Change[], some: readonly string[]): Change[] {
  return changes.filter(({ fields }) => has(fields, some))
}

export function idsOf(changes: readonly Change[]): string[] {
  return changes.map(({ before }) => before.id)
}
