import type { Selectable } from 'kysely'
import { nextNumber, takeCounter } from '../database/counters.ts'
import type { Database, Organizations, Receipts } from '../database/tables.ts'
import { scanCostFils } from '../money.ts'

type Organization = Pick<Selectable<Organizations>, 'id' | 'name' | 'industry'>

interface Issued {
  readonly receipt: Receipts
  readonly isNew: boolean
}

/**
 * The receipt of a month, within a transaction: what it says freezes when it is first issued,
 * whatever is reported late. Numbers rise without a gap, for the counter and the receipt are written
 * together; whoever issues at the same moment waits for the counter and then finds the receipt.
 */
export async function issueReceipt(
  transaction: Database,
  organization: Organization,
  month: string,
  now: Date,
): Promise<Issued> {
  const series = `receipts-${now.getUTCFullYear()}`
  await takeCounter(transaction, series)
  const known = await findReceipt(transaction, organization.id, month)
  if (known !== undefined) return { receipt: known, isNew: false }
  const scans = await scansOf(transaction, organization.id, month)
  const count = String(await nextNumber(transaction, series)).padStart(6, '0')
  const receipt: Receipts = {
    number: `AMAN-${now.getUTCFullYear()}-${count}`,
    organization_id: organization.id,
    month,
    organization_name: organization.name,
    industry: organization.industry,
    scans,
    rate_fils: scanCostFils,
    cost_fils: scans * scanCostFils,
    issued_at: now.toISOString(),
  }
  await transaction.insertInto('receipts').values(receipt).execute()
  return { receipt, isNew: true }
}

function findReceipt(
  database: Database,
  organizationId: string,
  month: string,
): Promise<Receipts | undefined> {
  return database
    .selectFrom('receipts')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('month', '=', month)
    .executeTakeFirst()
}

/** A month without scans costs nothing, and a receipt may say so. */
async function scansOf(database: Database, organizationId: string, month: string): Promise<number> {
  const row = await database
    .selectFrom('monthly_scans')
    .select(['safe', 'suspicious', 'malicious'])
    .where('organization_id', '=', organizationId)
    .where('month', '=', month)
    .executeTakeFirst()
  return row === undefined ? 0 : row.safe + row.suspicious + row.malicious
}
