import { type SelectQueryBuilder, sql } from 'kysely'
import { clockSkewMs, isoAfter } from '../core/clock.ts'
import type { Tables } from './tables/tables.ts'

interface Window {
  /** Rows that may be dated within the time. */
  readonly most: number
  readonly withinMs: number
}

/**
 * Milliseconds until another row has a place, 0 if it has one now. Rows dated later than possible do not
 * count: they were written before the clock was set back.
 */
export async function waitForPlace<Table extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Table, unknown>,
  date: keyof Tables[Table] & string,
  { most, withinMs }: Window,
  now: Date,
): Promise<number> {
  const at = sql.ref<string>(date)
  const oldest = await rows
    .select(at.as('at'))
    .where(at, '>', isoAfter(now, -withinMs))
    .where(at, '<=', isoAfter(now, clockSkewMs))
    .orderBy(at, 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  return oldest === undefined ? 0 : Date.parse(oldest.at) + withinMs - now.getTime()
}
