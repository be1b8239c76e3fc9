import type { MailOpinion } from '../../contract/emails/report-mail.ts'
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
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { readJudgeSettings } from './read-settings.ts'

/** GET /admin/organizations/{organization_id}/judge (A1330). */
export function showJudge({ database, ...services }: Services) {
  return bindUser({ database, ...services }, showJudgeEndpoint, async ({ organization_id: id }) => {
    const settings = await readJudgeSettings(database, id)
    if (settings === undefined) throw new HttpError(unknownOrganization, {})
    const counts = await countJudged(database, id)
    const alarms = Math.max(0, counts.marked - counts.reported_dangerous)
    return {
      ...settings,
      ...counts,
      most_false_alarms:
        counts.judged < fewestJudged ? null : percent(interval(alarms, counts.judged)[1]),
    }
  })
}

/** POST /admin/organizations/judge (A1331). */
export function setJudge(services: Services) {
  return bindUser(services, setJudgeEndpoint, async (input, caller) => {
    const { organization_id: id, mode, per_thousand } = input
    await services.database.transaction().execute(async (transaction) => {
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
    })
    return {}
  })
}

async function countJudged(database: Database, organizationId: string) {
  const rows = await database
    .selectFrom('scans')
    .innerJoin('users', 'users.id', 'scans.user_id')
    .where('users.organization_id', '=', organizationId)
    .where('judge_level', 'is not', null)
    .select(({ fn }) => ['judge_level', fn.countAll().as('count')])
    .groupBy('judge_level')
    .execute()
  const countOf = (level: string) =>
    Number(rows.find(({ judge_level }) => judge_level === level)?.count ?? 0)
  const opinions = await readOpinions(database, organizationId)
  const reported = (opinion: MailOpinion) => opinions.filter((it) => it === opinion).length
  return {
    judged: countOf('safe') + countOf('suspicious'),
    marked: countOf('suspicious'),
    reported_dangerous: reported('dangerous'),
    reported_honest: reported('honest'),
  }
}

/** What the recipient of each marked mail said last. */
async function readOpinions(database: Database, organizationId: string): Promise<string[]> {
  const reports = await database
    .selectFrom('audit')
    .innerJoin('scans', 'scans.id', 'audit.target_id')
    .innerJoin('users', 'users.id', 'scans.user_id')
    .where('audit.action', '=', 'mail-report')
    .where('users.organization_id', '=', organizationId)
    .where('judge_level', '=', 'suspicious')
    .select(['scans.id', 'audit.detail'])
    .orderBy('audit.id')
    .execute()
  return [...new Map(reports.map(({ id, detail }) => [id, detail])).values()]
}

/** With one decimal. */
function percent(share: number): number {
  return Math.round(share * 1000) / 10
}
