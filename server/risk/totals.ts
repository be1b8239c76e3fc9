import { prepare } from '../database/drivers/prepare.ts'
import type { Database, ScanTotals } from '../database/tables/tables.ts'

const nothing = { safe: 0, suspicious: 0, malicious: 0, risk_sum: 0 }

const findTotals = prepare((database, named: (name: 'userId') => string) =>
  database
    .selectFrom('scan_totals')
    .select(['safe', 'suspicious', 'malicious', 'risk_sum'])
    .where('user_id', '=', named('userId')),
)

/** A user's totals over all mail; the cost does not depend on the amount of mail. */
export async function readTotals(
  database: Database,
  userId: string,
): Promise<Omit<ScanTotals, 'user_id'>> {
  const [row] = await findTotals(database, { userId })
  return row ?? nothing
}

/** Adds to the totals of many users in one statement. */
export async function addTotals(
  database: Database,
  additions: readonly ScanTotals[],
): Promise<void> {
  await database
    .insertInto('scan_totals')
    .values(additions)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((column) => ({
        safe: column('scan_totals.safe', '+', column.ref('excluded.safe')),
        suspicious: column('scan_totals.suspicious', '+', column.ref('excluded.suspicious')),
        malicious: column('scan_totals.malicious', '+', column.ref('excluded.malicious')),
        risk_sum: column('scan_totals.risk_sum', '+', column.ref('excluded.risk_sum')),
      })),
    )
    .execute()
}

/** Adds the same to the totals in an organization (A132). */
export async function addOrganizationTotals(
  database: Database,
  organizationId: string,
  additions: readonly ScanTotals[],
): Promise<void> {
  await database
    .insertInto('organization_totals')
    .values(additions.map((addition) => ({ ...addition, organization_id: organizationId })))
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'user_id']).doUpdateSet((column) => ({
        safe: column('organization_totals.safe', '+', column.ref('excluded.safe')),
        suspicious: column(
          'organization_totals.suspicious',
          '+',
          column.ref('excluded.suspicious'),
        ),
        malicious: column('organization_totals.malicious', '+', column.ref('excluded.malicious')),
        risk_sum: column('organization_totals.risk_sum', '+', column.ref('excluded.risk_sum')),
      })),
    )
    .execute()
}
