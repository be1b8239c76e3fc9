import { sql } from 'kysely'
import type { Database } from '../../server/database/tables.ts'
import type { Kept } from './backlog.ts'

/** Rows of the backlog that are left, in each table. */
export async function leftOf(database: Database): Promise<Readonly<Record<string, number>>> {
  const left: Record<string, number> = {}
  for (const [table, id] of [
    ['scans', 'id'],
    ['mails', 'id'],
    ['sessions', 'token_hash'],
    ['login_failures', 'id'],
  ] as const) {
    const { rows } = await sql<{ size: number }>`
      select count(*) as size from ${sql.table(table)}
      where ${sql.ref(id)} like 'old-%'`.execute(database)
    left[table] = Number(rows[0]?.size)
  }
  return left
}

export function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}

/** What people were told and billed, which no deletion may change. */
export async function readFigures(database: Database): Promise<string> {
  const totals = await database.selectFrom('scan_totals').selectAll().orderBy('user_id').execute()
  const bills = await database
    .selectFrom('monthly_scans')
    .selectAll()
    .orderBy('organization_id')
    .orderBy('month')
    .execute()
  return JSON.stringify({ totals, bills })
}

/** @returns what is gone though nobody may delete it yet */
export async function findDeleted(database: Database, kept: Kept): Promise<string[]> {
  const rows = await database
    .selectFrom('scans')
    .select('id')
    .where('id', 'in', kept.scans)
    .execute()
  const gone = kept.scans.length - rows.length
  return gone === 0 ? [] : [`${gone} mails are gone too early`]
}
