import { sql } from 'kysely'
import { dayMs, hourMs, isoAfter } from '../../../server/core/clock.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import { sum } from '../../../tests/support/until.ts'
import {
  makeOrganization,
  makeSession,
  makeUser,
  type Place,
} from '../../../tests/support/worlds/factories.ts'
import { insertNumbered, mailRow } from '../../../tests/support/worlds/fill.ts'
import { reportScans } from '../../../tests/support/worlds/mail-factories.ts'

/** Rows that have to remain whatever of the backlog is deleted. */
export interface Kept {
  readonly token: string
  /** Mail of the last days, by id. */
  readonly scans: readonly string[]
  /** How many mails the dashboards count, old ones included. */
  readonly counted: number
}

const id = sql`'old-' || number`

/**
 * A user with so much mail after its retention, all of it counted and billed, and a tenth as many sent
 * mails, ended sessions and failed sign-ins that are to be deleted, too.
 */
export async function makeBacklog(place: Place, size: number): Promise<Kept> {
  const now = place.clock()
  const organization_id = await makeOrganization(place)
  const user = await makeUser(place, { role: 'super_admin', organizationId: organization_id })
  const token = await makeSession(place, user)
  const recent = Array.from({ length: 20 }, () => ({ threat_level: 'suspicious' }) as const)
  const scans = (await reportScans(place, user, recent)).map((scan) => scan.id)
  const old = isoAfter(now, -40 * dayMs)
  const month = old.slice(0, 7)
  await place.database.transaction().execute(async (database) => {
    const mail = mailRow(user.id, id, old, isoAfter(now, -10 * dayMs))
    await insertNumbered(database, size, 'scans', mail)
    await database
      .updateTable('scan_totals')
      .set(({ eb, ref }) => ({ suspicious: eb(ref('suspicious'), '+', size) }))
      .where('user_id', '=', user.id)
      .execute()
    await database
      .insertInto('monthly_scans')
      .values({ organization_id, month, safe: 0, suspicious: size, malicious: 0 })
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'month']).doUpdateSet(({ eb, ref }) => ({
          suspicious: eb(ref('monthly_scans.suspicious'), '+', size),
        })),
      )
      .execute()
    const few = Math.floor(size / 10)
    await insertNumbered(database, few, 'mails', {
      id,
      recipient: user.email,
      subject: 'Hello',
      body: 'A text',
      created_at: old,
      attempts: 1,
      next_attempt_at: old,
      sent_at: old,
      message_id: 'old',
      holds_secret: 0,
    })
    await insertNumbered(database, few, 'sessions', {
      token_hash: id,
      user_id: user.id,
      created_at: old,
      last_used_at: old,
      expires_at: old,
      id,
      browser: 'Firefox',
      system: 'Windows',
      address: '192.0.2.1',
      confirmed_at: old,
      is_single_sign_on: 0,
      scope: 'site',
    })
    await insertNumbered(database, few, 'login_failures', {
      id,
      username_key: sql`'guessed-' || number`,
      address: '192.0.2.1',
      failed_at: isoAfter(now, -hourMs),
    })
  })
  return { token, scans, counted: size + scans.length }
}

/** How many rows of the backlog are left. */
export async function countLeft(database: Database): Promise<number> {
  const keys = { scans: 'id', mails: 'id', sessions: 'token_hash', login_failures: 'id' }
  const counts = Object.entries(keys).map(async ([table, key]) => {
    const { rows } = await sql<{ size: number }>`
      select count(*) as size from ${sql.table(table)}
      where ${sql.ref(key)} like 'old-%'`.execute(database)
    return Number(rows[0]?.size)
  })
  return sum(await Promise.all(counts))
}

/** Figures of users and bills, which no deletion may change. */
export async function readFigures(database: Database): Promise<string> {
  const totals = await database.selectFrom('scan_totals').selectAll().orderBy('user_id').execute()
  const bills = database.selectFrom('monthly_scans').selectAll()
  return JSON.stringify({
    totals,
    bills: await bills.orderBy('organization_id').orderBy('month').execute(),
  })
}

/** @returns what is gone though it may not be deleted yet */
export async function findDeleted(database: Database, { scans }: Kept): Promise<string[]> {
  const found = database.selectFrom('scans').where('id', 'in', scans)
  const gone = scans.length - (await found.select('id').execute()).length
  return gone === 0 ? [] : [`${gone} mails are gone too early`]
}
