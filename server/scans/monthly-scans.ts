import type { Database, MonthlyScans } from '../database/tables.ts'

/** Adds to what an organization is billed for, which neither retention nor a removal takes away. */
export async function addMonthlyScans(
  database: Database,
  additions: readonly MonthlyScans[],
): Promise<void> {
  await database
    .insertInto('monthly_scans')
    .values(additions)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'month']).doUpdateSet((column) => ({
        safe: column('monthly_scans.safe', '+', column.ref('excluded.safe')),
        suspicious: column('monthly_scans.suspicious', '+', column.ref('excluded.suspicious')),
        malicious: column('monthly_scans.malicious', '+', column.ref('excluded.malicious')),
      })),
    )
    .execute()
}
