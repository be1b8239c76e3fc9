import { prepare } from '../database/drivers/prepare.ts'
import { addJsonRows, type WriteRows } from '../database/json-rows.ts'
import type { ScanTotals } from '../database/tables/mail.ts'
import type { Database } from '../database/tables/tables.ts'

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

const sums = ['safe', 'suspicious', 'malicious', 'risk_sum'] as const

/** Adds to the totals of many users. @param json `OrganizationTotals` */
export function addTotals(database: Database, json: string): WriteRows {
  return addJsonRows(database, 'scan_totals', ['user_id'], sums, json)
}

/** Adds the same to the totals in an organization. */
export function addOrganizationTotals(database: Database, json: string): WriteRows {
  return addJsonRows(database, 'organization_totals', ['organization_id', 'user_id'], sums, json)
}
