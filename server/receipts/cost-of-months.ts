import { type RawBuilder, sql } from 'kysely'
import type { Prices } from '../../contract/receipts/price.ts'

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
