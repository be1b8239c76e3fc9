import { dayOf } from '../../core/clock.ts'
import type { Database } from '../../database/tables/tables.ts'

/** Mail is kept for 30 days from the moment of its receipt. */
const keptDays = 30
/** Days with safe mail that make a sender known: one friendly mail is easily sent before an attack. */
export const daysOfTrust = 3

/** A row may not outlive its mail, which ends in the course of the day. */
export function lastEnded(now: Date): string {
  return dayOf(now, -keptDays)
}

/** Whether safe mail of a correspondent came on enough days. */
export async function isTrusted(
  database: Database,
  organizationId: string,
  sender: string,
  now: Date,
): Promise<boolean> {
  const { days } = await database
    .selectFrom('correspondents')
    .select(({ fn }) => fn.count<number | string>('day').distinct().as('days'))
    .where('organization_id', '=', organizationId)
    .where('sender', '=', sender)
    .where('day', '>', lastEnded(now))
    .executeTakeFirstOrThrow()
  return Number(days) >= daysOfTrust
}
