import { type RawBuilder, sql } from 'kysely'
import type { Database, Tables } from '../../../server/database/tables/tables.ts'
import { makeOrganization, makeSession, makeUser, type Place } from './factories.ts'

type Cell = string | number | null | RawBuilder<unknown>

/** Columns that may be null may be left out. */
type RowOf<Row> = {
  readonly [Column in keyof Row as null extends Row[Column] ? never : Column]: Cell
} & {
  readonly [Column in keyof Row as null extends Row[Column] ? Column : never]?: Cell
}

/**
 * Inserts a row so many times, within the database itself: a million rows through the calls would
 * take many minutes. Cells that differ are SQL with `number`, which counts from 1.
 */
export function insertNumbered<Table extends keyof Tables>(
  database: Database,
  times: number,
  table: Table,
  row: RowOf<Tables[Table]>,
): Promise<void> {
  return insertCells(database, times, table, row)
}

/** The same for a table of an earlier version, with the columns that it had. */
export async function insertCells(
  database: Database,
  times: number,
  table: keyof Tables,
  row: Readonly<Record<string, Cell>>,
): Promise<void> {
  const columns = Object.keys(row).map((column) => sql.ref(column))
  const cells = Object.values(row).map((cell) =>
    typeof cell === 'object' && cell !== null ? cell : sql.lit(cell),
  )
  await sql`insert into ${sql.table(table)} (${sql.join(columns)})
    with recursive numbers(number) as
      (select 1 union all select number + 1 from numbers where number < ${sql.lit(times)})
    select ${sql.join(cells)} from numbers`.execute(database)
}

/** SQL of an id in the form of the server's. @param kind four hexadecimal digits */
export function idOf(kind: string, number: RawBuilder<unknown>): RawBuilder<string> {
  const start = sql.lit(`0190${kind}-0000-7000-8000-`)
  return sql`${start} || substr(cast(1000000000000 + ${number} as text), 2)`
}

const itself = sql.ref('number')
const created_at = '2026-01-01T00:00:00.000Z'

/** A user for each number, from `first` + 1 on. @param more cells that differ from the usual ones */
export function userRow(first: number, organization_id: Cell, more: Record<string, Cell> = {}) {
  const number = sql`${sql.lit(first)} + number`
  const username = sql`'person-' || (${number})`
  const email = sql`${username} || '@firm-' || (number % 1000) || '.example'`
  const folded = sql`'person number ' || (${number})`
  const newLine = sql.lit('\n')
  return {
    id: idOf('aaaa', number),
    organization_id,
    username,
    username_key: username,
    look_alike_key: username,
    email,
    full_name: sql`'Person Number ' || (${number})`,
    role: 'employee',
    department: 'Payments',
    phone: '+962 6 555 0100',
    password_hash: null,
    is_active: 1,
    consented_at: null,
    last_login_at: null,
    must_change_password: 0,
    answers_by_mail: 0,
    created_at,
    removed_at: null,
    name_key: folded,
    search_text: sql`${folded} || ${newLine} || ${username} || ${newLine} || ${email}`,
    ...more,
  }
}

/** Organizations that have nothing yet. @returns SQL of the id of the organization of a number */
export async function fillOrganizations(database: Database, organizations: number) {
  await insertNumbered(database, organizations, 'organizations', {
    id: idOf('bbbb', itself),
    name: sql`'Firm ' || number`,
    name_key: sql`'firm ' || number`,
    contact_email: '',
    website: '',
    address: '',
    phone: '',
    industry: 'finance',
    employee_count: 0,
    judge_mode: 'watch',
    judge_per_thousand: 10,
    created_at,
    search_text: sql`'firm ' || number || ${sql.lit('\n')}`,
  })
  return idOf('bbbb', sql`(1 + number % ${sql.lit(organizations)})`)
}

/** @returns the token of a super admin among so many users of 1,000 organizations */
export async function fillUsers(place: Place, users: number): Promise<string> {
  await place.database.transaction().execute(async (database) => {
    const organization = await fillOrganizations(database, 1000)
    for (let month = 0; month < 24; month += 1) {
      await insertNumbered(database, 1000, 'monthly_scans', {
        organization_id: idOf('bbbb', itself),
        month: new Date(Date.UTC(2024, month)).toISOString().slice(0, 7),
        safe: 900,
        suspicious: 60,
        malicious: 40,
      })
    }
    await insertNumbered(database, users, 'users', userRow(0, organization))
    const totals = { safe: 200, suspicious: 6, malicious: 2, risk_sum: 1e10 }
    await insertNumbered(database, users, 'scan_totals', {
      user_id: idOf('aaaa', itself),
      ...totals,
    })
  })
  return makeSession(place, await makeUser(place, { role: 'super_admin' }))
}

/** Moves the super admins into an organization of so many users. */
export async function fillTeam(place: Place, users: number): Promise<void> {
  const { database } = place
  const organization_id = await makeOrganization(place)
  await insertNumbered(database, users, 'users', userRow(1_000_000, organization_id))
  await database
    .updateTable('users')
    .set({ organization_id })
    .where('role', '=', 'super_admin')
    .execute()
}

/** As the rows of a user's organization have it. */
export function organizationOf(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((select users.organization_id from users where users.id = ${userId}), '')`
}

/** Suspicious mails of one user. @param id SQL of each mail's id */
export function mailRow(user_id: string, id: Cell, received_at: string, delete_after: string) {
  return {
    id,
    user_id,
    organization_id: organizationOf(sql`${user_id}`),
    received_at,
    threat_level: 'suspicious',
    sender_domain: 'sender.example',
    email_subject: 'Minutes of Monday',
    detection_reason: 'The domain of the sender was registered this week',
    indicators: '["new-sender"]',
    delete_after,
    sender_address: 'office@sender.example',
    search_text: 'minutes of monday\noffice@sender.example',
  }
}

/** @param first the number of the first mail @returns the id of a user with so many mails */
export async function fillMail(place: Place, mails: number, first: number): Promise<string> {
  const { id } = await makeUser(place)
  const [receivedAt, deleteAfter] = ['2026-03-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z']
  const row = mailRow(id, idOf('cccc', sql`(${sql.lit(first)} + number)`), receivedAt, deleteAfter)
  await insertNumbered(place.database, mails, 'scans', row)
  return id
}

/**
 * Users of an organization of their own, with so many red flags each.
 * @param first the number of the first user
 * @returns the organization
 */
export async function fillFlags(
  { database, ...place }: Place,
  users: number,
  flagsEach: number,
  first: number,
): Promise<string> {
  const organization = await makeOrganization({ database, ...place })
  await insertNumbered(database, users, 'users', userRow(first, organization))
  await insertNumbered(database, users * flagsEach, 'flags', {
    id: idOf('dddd', sql`(${sql.lit(first)} + number)`),
    user_id: idOf('aaaa', sql`(${sql.lit(first)} + 1 + (number - 1) / ${sql.lit(flagsEach)})`),
    organization_id: organization,
    flag_type: 'red',
    value: sql`'sender-' || number || '.example'`,
    reason: null,
    blocked_count: 0,
    created_at,
    search_text: '',
  })
  return organization
}
