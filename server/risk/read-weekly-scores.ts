import type { Database } from '../database/tables/tables.ts'
import { weeksUntil } from './weeks.ts'

/** A week (its Monday) and the score at its end; null where it is not known. */
export interface ScoreOfWeek {
  readonly week: string
  readonly score: number | null
}

/** A user's weeks that are over, up to the one before the given time, oldest first. */
export async function readWeeklyScores(
  database: Database,
  userId: string,
  now: Date,
  count: number,
): Promise<ScoreOfWeek[]> {
  const weeks = endedWeeks(now, count)
  const rows = await database
    .selectFrom('weekly_scores')
    .select(['week', 'score'])
    .where('user_id', '=', userId)
    .where('week', 'in', weeks)
    .execute()
  return fill(weeks, rows)
}

/** When the first week of a user was stored; undefined if none was. */
export async function readFirstWeek(
  database: Database,
  userId: string,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('weekly_scores')
    .select('week')
    .where('user_id', '=', userId)
    .orderBy('week')
    .limit(1)
    .executeTakeFirst()
  return row?.week
}

function endedWeeks(now: Date, count: number): string[] {
  return weeksUntil(now, count + 1).slice(0, -1)
}

function fill(
  weeks: readonly string[],
  rows: readonly { readonly week: string; readonly score: number | null }[],
): ScoreOfWeek[] {
  const scores = new Map(rows.map(({ week, score }) => [week, score]))
  return weeks.map((week) => ({ week, score: scores.get(week) ?? null }))
}
