import { dayMs } from '../core/clock.ts'
import { readCounter, setCounter } from '../database/counters.ts'
import type { WeeklyScores } from '../database/tables/mail.ts'
import type { Database } from '../database/tables/tables.ts'
import { endOfWeek, riskScore, scaledPoints, weekAfter, weekOf, weeksUntil } from './risk-score.ts'

/*
 * The risk of each user at the end of each week. A sum holds all mail until now, so the sum at an
 * earlier time is what is left without the mail received since. All mail of the last 30 days is stored,
 * so this is exact for the last four weeks, which are written together: mail that was reported late
 * corrects them, and weeks in which no server ran are filled in. Older weeks cannot be computed and
 * stay empty.
 */

const writtenWeeks = 4
/** Two years. */
const keptWeeks = 104
/** Users in a transaction of a few milliseconds. */
const chunk = 200
/** After a move, the mail of an organization is only known apart for so long. */
const freshMs = dayMs

const counter = 'weekly-scores'

/** Writes the weeks that are over, once in each week, and deletes those past their retention. */
export async function keepWeeklyScores(
  database: Database,
  now: Date,
  stop?: AbortSignal,
): Promise<void> {
  const current = weekOf(now)
  if ((await readCounter(database, counter)) === Date.parse(current)) return
  await database
    .deleteFrom('weekly_scores')
    .where((column) =>
      // Weeks in the future were written while the clock was ahead.
      column.or([
        column('week', '<', weekAfter(current, -keptWeeks)),
        column('week', '>=', current),
      ]),
    )
    .execute()
  let after = ''
  while (!stop?.aborted) {
    const last = await writeChunk(database, now, after)
    if (last === undefined) {
      await setCounter(database, counter, Date.parse(current))
      return
    }
    after = last
  }
}

/** @returns the last user of the chunk; undefined if there was none */
function writeChunk(database: Database, now: Date, after: string): Promise<string | undefined> {
  return database.transaction().execute(async (transaction) => {
    // Locked, so that reports and removals wait: totals and mail are read as of one time.
    const totals = await transaction
      .selectFrom('scan_totals')
      .select(['user_id', 'risk_sum'])
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(chunk)
      .forUpdate()
      .execute()
    const ids = totals.map(({ user_id }) => user_id)
    if (ids.length === 0) return undefined
    const rows = await computeRows(
      transaction,
      now,
      new Map(totals.map((it) => [it.user_id, it.risk_sum])),
    )
    if (rows.length > 0) await writeRows(transaction, rows)
    return ids.at(-1)
  })
}

async function computeRows(
  database: Database,
  now: Date,
  sums: ReadonlyMap<string, number>,
): Promise<WeeklyScores[]> {
  const weeks = weeksUntil(now, writtenWeeks + 1).slice(0, -1)
  const ids = [...sums.keys()]
  const users = await database
    .selectFrom('users')
    .select(['id', 'organization_id', 'created_at'])
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .execute()
  const parts = Map.groupBy(
    await database
      .selectFrom('organization_totals')
      .select(['user_id', 'organization_id', 'risk_sum'])
      .where('user_id', 'in', ids)
      .execute(),
    ({ user_id }) => user_id,
  )
  const mails = await readMailSince(database, ids, weeks[0])
  return users.flatMap(({ id, organization_id, created_at }) => {
    const ofUser = parts.get(id) ?? []
    const part = ofUser.find((it) => it.organization_id === organization_id)
    return weeks.flatMap((week) => {
      const end = endOfWeek(week)
      if (created_at > end.toISOString()) return []
      const since = sumAfter(mails.get(id) ?? [], end)
      const scoreAt = (sum: number) => riskScore(Math.max(0, sum - since), end)
      const isPartKnown = ofUser.length < 2 || now.getTime() - end.getTime() < freshMs
      const isInOrganization = organization_id !== null && part !== undefined && isPartKnown
      return [
        {
          user_id: id,
          week,
          score: scoreAt(sums.get(id) ?? 0),
          organization_id: isInOrganization ? organization_id : null,
          organization_score: isInOrganization ? scoreAt(part.risk_sum) : null,
        },
      ]
    })
  })
}

interface CountedMail {
  readonly receivedAt: string
  readonly points: number
}

async function readMailSince(database: Database, ids: readonly string[], week: string | undefined) {
  if (week === undefined) return new Map<string, CountedMail[]>()
  const rows = await database
    .selectFrom('scans')
    .select(['user_id', 'received_at', 'risk_points'])
    .where('user_id', 'in', ids)
    .where('threat_level', 'in', ['suspicious', 'malicious'])
    .where('received_at', '>=', endOfWeek(week).toISOString())
    .execute()
  const mails = rows.map((row) => ({
    userId: row.user_id,
    receivedAt: row.received_at,
    points: row.risk_points ?? 0,
  }))
  return Map.groupBy(mails, ({ userId }) => userId)
}

function sumAfter(mails: readonly CountedMail[], end: Date): number {
  let sum = 0
  for (const { receivedAt, points } of mails) {
    if (receivedAt < end.toISOString()) continue
    sum += scaledPoints(points, new Date(receivedAt))
  }
  return sum
}

/** A part in an organization that was known before stays if it is not known any more. */
async function writeRows(database: Database, rows: readonly WeeklyScores[]): Promise<void> {
  await database
    .insertInto('weekly_scores')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'week']).doUpdateSet((column) => ({
        score: column.ref('excluded.score'),
        organization_id: column.fn.coalesce(
          'excluded.organization_id',
          'weekly_scores.organization_id',
        ),
        organization_score: column.fn.coalesce(
          'excluded.organization_score',
          'weekly_scores.organization_score',
        ),
      })),
    )
    .execute()
}
