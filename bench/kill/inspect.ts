import { sql } from 'kysely'
import { openDatabase } from '../../server/database/open.ts'

/** What a killed server left behind, compared with what it had acknowledged. */
export async function inspect(
  path: string,
  acknowledged: ReadonlySet<string>,
): Promise<{ lost: number; disagreeing: number; corrupt: number }> {
  const database = await openDatabase(path)
  const rows = await database.selectFrom('scans').select('id').execute()
  const kept = new Set(rows.map(({ id }) => id))
  const counts = [
    await database.selectFrom('scan_totals').select('malicious').execute(),
    await database.selectFrom('monthly_scans').select('malicious').execute(),
  ].map((table) => table.reduce((sum, { malicious }) => sum + malicious, 0))
  const integrity = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database)
  await database.destroy()
  return {
    lost: [...acknowledged].filter((id) => !kept.has(id)).length,
    disagreeing: counts.filter((count) => count !== kept.size).length,
    corrupt: integrity.rows.filter((row) => row.integrity_check !== 'ok').length,
  }
}
