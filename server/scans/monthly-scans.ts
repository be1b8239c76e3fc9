import type { Database, MonthlyScans } from '../database/tables.ts'

/** Adds to the billed figures of an organization, which retention and removals do not reduce. */
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
