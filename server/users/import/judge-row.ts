import type * as v from 'valibot'
import { latinSkeleton } from '../../../contract/flags/look-alikes.ts'
import {
  type ImportedRow,
  userElsewhere,
  userProtected,
} from '../../../contract/users/import-users.ts'
import { taken } from '../../../contract/users/save-user.ts'
import { HttpError, invalidField } from '../../core/http-error.ts'
import { usernameKey } from '../../database/search-index.ts'
import { aliasesBeside } from '../../organizations/organizations.ts'
import type { NewUser } from '../change/create-user.ts'
import { acceptNewUsername } from '../change/username-rules.ts'
import { type KnownUser, type KnownUsers, type Names, organizationKey } from './known-users.ts'

interface OfKnownUser {
  /** Whether the user may be invited: is active, and has set no password. */
  readonly isAwaited: boolean
}

export type Verdict =
  | { readonly outcome: 'new'; readonly user: NewUser & { readonly organization_id: string } }
  | ({ readonly outcome: 'unchanged'; readonly id: string } & OfKnownUser)
  | ({
      readonly outcome: 'changed'
      readonly id: string
      readonly user: NewUser
      readonly changed: readonly string[]
    } & OfKnownUser)
  | { readonly outcome: 'conflict' | 'invalid'; readonly fault: HttpError; readonly id?: string }

/** The knowledge for judging rows. */
export interface Knowledge {
  readonly users: KnownUsers
  readonly organizations: {
    readonly byName: ReadonlyMap<string, string>
    readonly ids: ReadonlySet<string>
  }
  /** The organization of rows that name none. */
  readonly organizationId: string | undefined
}

/** Judges a row by the rules of the user form (R362, R363). */
export function judgeRow(row: ImportedRow, knowledge: Knowledge): Verdict {
  const { byName, byAddress } = knowledge.users
  const known =
    row.username === undefined
      ? ownerOfEmail(row.email, byAddress.get(row.email))
      : byName.get(usernameKey(row.username))
  try {
    const organizationId = organizationOf(row, knowledge)
    return known === undefined
      ? judgeNew(row, organizationId, knowledge)
      : judgeKnown(row, known, organizationId, knowledge)
  } catch (fault) {
    if (!(fault instanceof HttpError)) throw fault
    const id = known === undefined ? {} : { id: known.id }
    return { outcome: fault.status === 409 ? 'conflict' : 'invalid', fault, ...id }
  }
}

/** An alias leads to a user with another address, who is not meant. */
function ownerOfEmail(email: string, owner: KnownUser | undefined): KnownUser | undefined {
  return owner?.email === email ? owner : undefined
}

/** @returns undefined where neither the row nor the import names one */
function organizationOf(
  { organization }: ImportedRow,
  { organizations, organizationId }: Knowledge,
): string | undefined {
  const found =
    organization === undefined
      ? organizationId
      : (organizations.byName.get(organizationKey(organization)) ?? '')
  if (found === undefined || organizations.ids.has(found)) return found
  throw invalidField('organization', 'unknown_organization', {})
}

function judgeNew(
  row: ImportedRow,
  organizationId: string | undefined,
  { users }: Knowledge,
): Verdict {
  const username = acceptNewUsername(row.username ?? row.email)
  if (organizationId === undefined) throw invalidField('organization', 'missing', {})
  const aliases = aliasesBeside(row.email, row.aliases ?? [])
  const looksTaken = users.bySkeleton.has(latinSkeleton(username))
  requireNone({
    ...(users.byName.has(usernameKey(username)) ? { username } : {}),
    ...(looksTaken && !users.byName.has(usernameKey(username)) ? { look_alike: username } : {}),
    ...(users.byAddress.has(row.email) ? { email: row.email } : {}),
    ...takenAliases(aliases, users, undefined),
  })
  return {
    outcome: 'new',
    user: {
      ...{ username, email: row.email, full_name: row.full_name, aliases },
      role: row.role ?? 'employee',
      organization_id: organizationId,
      department: row.department ?? '',
      phone: row.phone ?? '',
      is_active: row.is_active === false ? 0 : 1,
    },
  }
}

function judgeKnown(
  row: ImportedRow,
  known: KnownUser,
  organizationId: string | undefined,
  { users }: Knowledge,
): Verdict {
  const { id, username } = known
  // The name alone does not tell that the row is about this user.
  if (known.email !== row.email) {
    const isEmailTaken = users.byAddress.has(row.email)
    throw new HttpError(taken, { username, ...(isEmailTaken ? { email: row.email } : {}) })
  }
  if (known.role === 'super_admin') throw new HttpError(userProtected, { username })
  if (organizationId !== undefined && organizationId !== known.organization_id) {
    throw new HttpError(userElsewhere, { username })
  }
  const aliases = aliasesBeside(row.email, row.aliases ?? known.aliases)
  requireNone(takenAliases(aliases, users, id))
  const given = {
    full_name: row.full_name,
    role: row.role ?? known.role,
    department: row.department ?? known.department,
    phone: row.phone ?? known.phone,
    is_active: row.is_active === undefined ? known.is_active : row.is_active ? 1 : 0,
  } as const
  const changed = (['full_name', 'role', 'department', 'phone', 'is_active'] as const).filter(
    (field) => given[field] !== known[field],
  )
  const hasOtherAliases = aliases.join(' ') !== known.aliases.join(' ')
  const all = [...changed, ...(hasOtherAliases ? ['aliases'] : [])]
  const isAwaited = given.is_active === 1 && known.password_hash === null
  if (all.length === 0) return { outcome: 'unchanged', id, isAwaited }
  const { organization_id, email } = known
  const user = { username, email, organization_id, aliases, ...given }
  return { outcome: 'changed', id, user, changed: all, isAwaited }
}

function takenAliases(aliases: readonly string[], users: KnownUsers, id: string | undefined) {
  const found = aliases.filter((address) => {
    const owner = users.byAddress.get(address)
    return owner !== undefined && owner.id !== id
  })
  return found.length === 0 ? {} : { aliases: found }
}

/** @throws HttpError 409 */
function requireNone(conflicts: v.InferInput<typeof taken.params>): void {
  if (Object.keys(conflicts).length > 0) throw new HttpError(taken, conflicts)
}

/** The names that a row would take. */
export function namesOf({ username, email, aliases = [] }: ImportedRow): Names {
  return { username: (username ?? email).normalize('NFKC'), email, aliases }
}

/** Keys that no two rows of a file may share. */
export function keysOf(row: ImportedRow): string[] {
  const { username, email, aliases } = namesOf(row)
  return [
    `username ${usernameKey(username)}`,
    `look-alike ${latinSkeleton(username)}`,
    ...[email, ...aliases].map((address) => `address ${address}`),
  ]
}
