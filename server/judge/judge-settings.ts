import { sql } from 'kysely'
import {
  fewestJudged,
  judgedDays,
  setJudgeEndpoint,
  showJudgeEndpoint,
} from '../../contract/judge/judge-settings.ts'
import { unknownOrganization } from '../../contract/receipts/generate-receipt.ts'
import { interval } from '../../judge/model/intervals.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { dayOf } from '../core/clock.ts'
import { HttpError } from '../core/http-error.ts'
import { countRows } from '../database/count-rows.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindChange, bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { columnsOfCounts, readJudgeCounts, readJudgedDays, shownCounts } from './judge-counts.ts'

/** GET /admin/organizations/{organization_id}/judge. */
export function showJudge({ database, ...services }: Services) {
  return bindUser({ database, ...services }, showJudgeEndpoint, async ({ organization_id: id }) => {
    const settings = await readJudgeSettings(database, id)
    if (settings === undefined) throw new HttpError(unknownOrganization, {})
    const counts = await readJudgeCounts(database, id)
    const now = services.clock()
    const [first_day, last_day] = [dayOf(now, 1 - judgedDays), dayOf(now)]
    const { judged, marked } = counts
    const alarms = Math.max(0, marked - counts.reported_dangerous)
    return {
      ...settings,
      ...counts,
      ...{ first_day, last_day, days: await readJudgedDays(database, id, first_day, last_day) },
      most_false_alarms: judged < fewestJudged ? null : percent(interval(alarms, judged)[1]),
    }
  })
}

/** POST /admin/organizations/judge. */
export function setJudge(services: Services) {
  return bindChange(services, setJudgeEndpoint, async (input, caller, transaction) => {
    const { organization_id: id, mode, per_thousand } = input
    const { numUpdatedRows } = await transaction
      .updateTable('organizations')
      .set({
        judge_mode: mode,
        judge_per_thousand: per_thousand,
        judge_chosen_at: services.clock().toISOString(),
      })
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new HttpError(unknownOrganization, {})
    await recordAct(services, transaction, actorOf(caller), {
      action: 'organization-change',
      target: 'organization',
      targetId: id,
      detail: `judge ${mode}, ${per_thousand} in 1,000`,
    })
    return {}
  })
}

/** With one decimal. */
function percent(share: number): number {
  return Math.round(share * 1000) / 10
}

/** @returns undefined for an unknown organization */
export async function readJudgeSettings(database: Database, organizationId: string) {
  const found = await database
    .selectFrom('organizations')
    .select(['judge_mode as mode', 'judge_per_thousand as per_thousand', 'judge_chosen_at'])
    .where('id', '=', organizationId)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { judge_chosen_at, ...settings } = found
  return { ...settings, is_chosen: settings.mode !== 'watch' || judge_chosen_at !== null }
}

/**
 * Organizations whose judge watches because that was never chosen, and the first of them, with the most
 * judged mail first.
 */
export async function findUndecidedJudges(database: Database, mostNamed: number) {
  const undecided = database
    .selectFrom('organizations')
    .where('judge_mode', '=', 'watch')
    .where('judge_chosen_at', 'is', null)
    .where('suspended_at', 'is', null)
  const named = await undecided
    .leftJoin('judge_counts', 'judge_counts.organization_id', 'organizations.id')
    .select([
      ...([
        'organizations.id',
        'organizations.name',
        'judge_per_thousand as per_thousand',
      ] as const),
      ...columnsOfCounts,
    ])
    .orderBy(({ fn, lit }) => fn.coalesce(sql<number>`safe + suspicious`, lit(0)), 'desc')
    .orderBy('organizations.id')
    .limit(mostNamed)
    .execute()
  return {
    count: await countRows(undecided),
    judges: named.map(({ id, name, per_thousand, ...counts }) => ({
      ...{ id, name, per_thousand },
      ...shownCounts(counts),
    })),
  }
}
