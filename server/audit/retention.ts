import { sql } from 'kysely'
import { dayMs } from '../core/clock.ts'
import type { Limits } from '../core/configuration.ts'
import type { Retention } from '../database/retention.ts'

export function auditRetentions({ auditDays, failedSignInDays }: Limits): Retention[] {
  const entries = { table: 'audit', date: 'at' } as const
  return [
    // Failed sign-ins with unknown usernames and passkeys: they hold addresses of people without an
    // account, and an attacker can create any number of them.
    ...['failed-sign-in', 'failed-second-factor'].map((action) => ({
      ...entries,
      keptMs: failedSignInDays * dayMs,
      only: sql`action = ${sql.lit(action)} and target_id is null`,
    })),
    ...(auditDays === 0 ? [] : [{ ...entries, keptMs: auditDays * dayMs }]),
  ]
}
