import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Prices, priceOf } from '../../contract/receipts/list-receipts.ts'
import { nextNumber, takeCounter } from '../database/counters.ts'
import type { Database, Organizations, Receipts } from '../database/tables/tables.ts'

type Organization = Pick<Selectable<Organizations>, 'id' | 'name' | 'industry'>

interface Issued {
  readonly receipt: Receipts
  readonly isNew: boolean
}

/**
 * Returns the receipt of a month, within a transaction. Its content does not change after it is issued.
 * Mail of the month that is reported later goes onto a supplement, which is issued when the month is
 * requested again, so that every scan is on exactly one of them.
 *
 * Numbers have no gaps, because the counter and the receipt are written in one transaction. A
 * concurrent call waits for the counter and then finds the receipt that the first has issued.
 */
export async function issueReceipt(
  transaction: Database,
  organization: Organization,
  month: string,
  now: Date,
  prices: Prices,
): Promise<Issued> {
  const series = `receipts-${now.getUTCFullYear()}`
  await takeCounter(transaction, series)
  const issued = await receiptsOf(transaction, organization.id, month)
  const latest = issued.at(-1)
  const billed = issued.reduce((sum, { scans }) => sum + scans, 0)
  const scans = (await scansOf(transaction, organization.id, month)) - billed
  if (latest !== undefined && scans <= 0) return { receipt: latest, isNew: false }
  // Late email has the price of its receipt, whatever has become of the prices.
  const rate = latest?.rate_fils ?? priceOf(month, prices)
  const count = String(await nextNumber(transaction, series)).padStart(6, '0')
  const receipt: Receipts = {
    number: `AMAN-${now.getUTCFullYear()}-${count}`,
    organization_id: organization.id,
    month,
    supplement: latest === undefined ? 0 : latest.supplement + 1,
    organization_name: organization.name,
    industry: organization.industry,
    scans,
    rate_fils: rate,
    cost_fils: scans * rate,
    issued_at: now.toISOString(),
  }
  await transaction.insertInto('receipts').values(receipt).execute()
  return { receipt, isNew: true }
}

/** The receipt of a month, then its supplements. */
export function receiptsOf(
  database: Database,
  organizationId: string,
  month: string,
): Promise<Receipts[]> {
  return database
    .selectFrom('receipts')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('month', '=', month)
    .orderBy('supplement')
    .execute()
}

/** 0 for a month without scans, which may also have a receipt. */
async function scansOf(database: Database, organizationId: string, month: string): Promise<number> {
  const row = await database
    .selectFrom('monthly_scans')
    .select(['safe', 'suspicious', 'malicious'])
    .where('organization_id', '=', organizationId)
    .where('month', '=', month)
    .executeTakeFirst()
  return row === undefined ? 0 : row.safe + row.suspicious + row.malicious
}

/** The cost of scans in rows of `monthly_scans`, each at the price of its month. */
export function costOfMonths([first, ...changed]: Prices): RawBuilder<number | null> {
  const cases = changed
    .toReversed()
    .map(({ from, fils }) => sql`when month >= ${sql.lit(from)} then ${sql.lit(fils)}`)
  const price =
    cases.length === 0
      ? sql.lit(first.fils)
      : sql`case ${sql.join(cases, sql` `)} else ${sql.lit(first.fils)} end`
  // The product of two integers is an integer in PostgreSQL, which a large firm could exceed.
  return sql`sum(cast(safe + suspicious + malicious as bigint) * ${price})`
}
