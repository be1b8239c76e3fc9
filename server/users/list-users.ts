import { type RawBuilder, sql } from 'kysely'
import { noOrganization } from '../../contract/core/page.ts'
import type { Role } from '../../contract/core/permissions.ts'
import type { userNeeds } from '../../contract/users/export-users.ts'
import { listUsersEndpoint } from '../../contract/users/list-users.ts'
import { user } from '../../contract/users/user.ts'
import type { Part, Position, SortColumn } from '../database/keyset.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindList } from '../http/bind-list.ts'
import { equals, type ListQuery } from '../http/list-page.ts'
import type { Services } from '../http/services.ts'
import type { Session } from '../http/session.ts'
import { hasFailingMailbox, lacksMailbox, mailboxColumn } from '../mailboxes/mailboxes.ts'
import { readAliases } from '../organizations/organizations.ts'
import { userColumns } from '../sign-in/sign-in.ts'
import { showUser } from './show-user.ts'

const sorts = {
  // Ids rise with time.
  created_at: { column: 'users.id', type: 'text', isUnique: true },
  name: { column: 'users.name_key', type: 'text', isUnique: false },
  username: { column: 'users.username_key', type: 'text', isUnique: true },
  email: { column: 'users.email', type: 'text', isUnique: true },
  role: { column: 'users.role', type: 'text', isUnique: false },
  status: { column: 'users.is_active', type: 'number', isUnique: false },
} as const satisfies Record<string, SortColumn>

/** GET /admin/users (R274, R275, R359): all users in the order of creation. */
export function listUsers(services: Services) {
  return bindList(services, listUsersEndpoint, {
    item: user,
    query: (filter) => ({
      ...usersQuery(services.database, filter),
      countAll: () => countUsers(services.database),
    }),
    show: (row) => showListedUser(services, row),
  })
}

/** A user as lists show them. */
export function showListedUser({ clock }: Pick<Services, 'clock'>, row: ListedUser) {
  // A user with a password has come, or was given one.
  const isAwaited = row.has_password === 0
  return {
    ...showUser(row, row.risk_sum ?? 0, clock()),
    organization_name: row.organization_name,
    aliases: [...row.aliases],
    second_factors: Number(row.factors) || undefined,
    mailbox: row.mailbox ?? undefined,
    invitation_expires_at: isAwaited ? (row.invitation_expires_at ?? undefined) : undefined,
    may_be_invited: (isAwaited && row.is_active === 1) || undefined,
  }
}

interface UserFilter {
  readonly id?: string | undefined
  readonly role?: Role | undefined
  readonly organization_id?: string | undefined
  readonly status?: 'active' | 'inactive' | undefined
  readonly need?: UserNeed | undefined
  /** Leaves super admins out. */
  readonly hidesAdmins?: boolean
}

type UserNeed = (typeof userNeeds)[number]

/** All are about active users; one who has not come yet cannot have a factor. */
const needs: Readonly<Record<UserNeed, RawBuilder<boolean>>> = {
  invitation: sql`users.is_active = 1 and users.password_hash is null
    and users.invitation_expires_at is not null`,
  factor: sql`users.is_active = 1 and users.password_hash is not null
    and not exists (select 1 from second_factors where second_factors.user_id = users.id)`,
  mailbox: lacksMailbox,
  'failing-mailbox': hasFailingMailbox,
}

export type ListedUser = Awaited<ReturnType<typeof findUsers>>[number]

/** The users that a filter finds, except removed ones. */
export function usersQuery(
  database: Database,
  { id, role, organization_id, status, need, hidesAdmins = false }: UserFilter,
): ListQuery<ListedUser, keyof typeof sorts> {
  return {
    table: {
      name: 'users',
      read: (part) => findUsers(database, part),
      scope: sql<boolean>`users.removed_at is null
        ${hidesAdmins ? sql`and users.role <> 'super_admin'` : sql``}`,
    },
    sorts,
    usual: { sort: 'created_at', order: 'asc' },
    conditions: [need && needs[need]],
    filters: [
      equals('users.id', id),
      equals('users.organization_id', organization_id === noOrganization ? null : organization_id),
      equals('users.role', role),
      equals('users.is_active', status && (status === 'active' ? 1 : 0)),
    ],
  }
}

/** Two counts that read an index alone each; one would read every row. */
async function countUsers(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`select
    (select count(*) from users) - (select count(*) from users where removed_at is not null)
    as count`.execute(database)
  return Number(rows[0]?.count)
}

type UserRow = Session['user'] &
  Position & {
    readonly has_password: 0 | 1
    /** PostgreSQL gives counts as texts. */
    readonly factors: number | string
    readonly mailbox: 'watched' | 'stopped' | 'failing' | null
    readonly risk_sum: number | null
    readonly organization_name: string | null
  }

/** Written as text, because the query builder takes as long for so many columns as SQLite for a page. */
const listedColumns = sql.raw(`${userColumns.join(', ')},
  case when users.password_hash is null then 0 else 1 end as has_password,
  (select count(*) from second_factors where second_factors.user_id = users.id) as factors,
  ${mailboxColumn}`)

async function findUsers(database: Database, { condition, sortKey, order, limit }: Part) {
  const { rows: users } = await sql<UserRow>`select ${listedColumns}, scan_totals.risk_sum,
      organizations.name as organization_name, ${sortKey} as sort_key
    from users left join scan_totals on scan_totals.user_id = users.id
    left join organizations on organizations.id = users.organization_id
    where ${condition} order by ${order} limit ${sql.lit(limit)}`.execute(database)
  const aliases = await readAliases(
    database,
    users.map(({ id }) => id),
  )
  return users.map((user) => Object.assign(user, { aliases: aliases.get(user.id) ?? [] }))
}
