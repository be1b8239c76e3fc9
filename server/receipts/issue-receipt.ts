import { createHmac, timingSafeEqual } from 'node:crypto'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { baseLocale, type Locale } from '../../contract/core/locale.ts'
import { type Prices, priceOf } from '../../contract/receipts/price.ts'
import { clockSkewMs, minuteMs, secondMs } from '../core/clock.ts'
import type { ReceiptLinkSettings } from '../core/ports.ts'
import { nextNumber, takeCounter } from '../database/counters.ts'
import type { Organizations, Receipts } from '../database/tables/organizations.ts'
import type { Database } from '../database/tables/tables.ts'

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

/**
 * A signed link to a receipt, which works without a token until it expires (R365). Relative to the
 * API's origin.
 */
export function receiptPath(
  number: string,
  settings: ReceiptLinkSettings,
  now: Date,
  locale: Locale,
): string {
  const expires = String(Math.floor((now.getTime() + settings.minutes * minuteMs) / secondMs))
  return receiptPathUntil(number, settings, expires, locale)
}

/** The same with the expiry of another link, so that a link cannot extend itself. */
export function receiptPathUntil(
  number: string,
  { secret }: ReceiptLinkSettings,
  expires: string,
  locale: Locale,
): string {
  const query = new URLSearchParams({
    expires,
    signature: sign(secret, number, expires),
    // Not signed: the reader may ask for another language.
    ...(locale === baseLocale ? {} : { locale }),
  })
  return `/api/receipts/${number}?${query}`
}

/**
 * Whether this link was signed by this server and has not expired. A link that expires later than
 * possible was signed while the clock was ahead and is not valid.
 */
export function opens(
  link: { readonly number: string; readonly expires: string; readonly signature: string },
  { secret, minutes }: ReceiptLinkSettings,
  now: Date,
): boolean {
  const leftMs = Number(link.expires) * secondMs - now.getTime()
  const expected = Buffer.from(sign(secret, link.number, link.expires))
  const given = Buffer.from(link.signature)
  return (
    expected.length === given.length &&
    timingSafeEqual(expected, given) &&
    leftMs > 0 &&
    leftMs <= minutes * minuteMs + clockSkewMs
  )
}

/** The line break is a safe separator: neither value contains one. */
function sign(secret: string, number: string, expires: string): string {
  return createHmac('sha256', secret).update(`receipt\n${number}\n${expires}`).digest('base64url')
}
