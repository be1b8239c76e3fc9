import {
  fewestJudged,
  setJudgeEndpoint,
  showJudgeEndpoint,
} from '../../contract/judge/judge-settings.ts'
import { unknownOrganization } from '../../contract/receipts/generate-receipt.ts'
import { interval } from '../../judge/model/intervals.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindChange, bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { readJudgeCounts } from './judge-counts.ts'

/** GET /admin/organizations/{organization_id}/judge. */
export function showJudge({ database, ...services }: Services) {
  return bindUser({ database, ...services }, showJudgeEndpoint, async ({ organization_id: id }) => {
    const settings = await readJudgeSettings(database, id)
    if (settings === undefined) throw new HttpError(unknownOrganization, {})
    const { safe, suspicious: marked, ...reported } = await readJudgeCounts(database, id)
    const judged = safe + marked
    const alarms = Math.max(0, marked - reported.reported_dangerous)
    return {
      ...settings,
      judged,
      marked,
      ...reported,
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
      .set({ judge_mode: mode, judge_per_thousand: per_thousand })
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
export function readJudgeSettings(database: Database, organizationId: string) {
  return database
    .selectFrom('organizations')
    .select(['judge_mode as mode', 'judge_per_thousand as per_thousand'])
    .where('id', '=', organizationId)
    .executeTakeFirst()
}
