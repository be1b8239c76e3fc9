import {
  mostMonths,
  showOrganizationSummaryEndpoint,
} from '../../contract/organizations/show-organization-summary.ts'
import { unknownOrganization } from '../../contract/receipts/generate-receipt.ts'
import { type Prices, priceOf } from '../../contract/receipts/price.ts'
import { jodOf } from '../core/formats.ts'
import { HttpError } from '../core/http-error.ts'
import { countRows } from '../database/count-rows.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { readJudgeSettings } from '../judge/judge.ts'
import { organizationRows, showOrganization } from './list-organizations.ts'

/** GET /admin/organizations/{organization_id}/summary. */
export function showOrganizationSummary(services: Services) {
  const { database, clock, prices } = services
  return bindUser(services, showOrganizationSummaryEndpoint, async ({ organization_id: id }) => {
    const found = await organizationRows(services)
      .where('organizations.id', '=', id)
      .executeTakeFirstOrThrow(() => new HttpError(unknownOrganization, {}))
    return {
      organization: showOrganization(found, clock()),
      users: await countUsers(database, id),
      gateway_keys: await countKeys(database, id, clock()),
      is_judge_chosen: (await readJudgeSettings(database, id))?.is_chosen,
      months: await readMonths(database, id, prices),
    }
  })
}

async function countUsers(database: Database, id: string) {
  const users = database
    .selectFrom('users')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('organization_id', '=', id)
    .where('removed_at', 'is', null)
  const active = users.where('is_active', '=', 1)
  const invited = active
    .where('invitation_expires_at', 'is not', null)
    .where('password_hash', 'is', null)
  const [all, ofActive, ofInvited] = await Promise.all(
    [users, active, invited].map((query) => query.executeTakeFirstOrThrow()),
  )
  return {
    total: Number(all?.count),
    active: Number(ofActive?.count),
    invited: Number(ofInvited?.count),
  }
}

async function countKeys(database: Database, id: string, now: Date): Promise<number> {
  return countRows(
    database
      .selectFrom('gateway_keys')
      .where('organization_id', '=', id)
      .where('revoked_at', 'is', null)
      .where(({ eb, or }) =>
        or([eb('expires_at', 'is', null), eb('expires_at', '>', now.toISOString())]),
      ),
  )
}

async function readMonths(database: Database, id: string, prices: Prices) {
  const months = await database
    .selectFrom('monthly_scans')
    .select(['month', 'safe', 'suspicious', 'malicious'])
    .where('organization_id', '=', id)
    .orderBy('month', 'desc')
    .limit(mostMonths)
    .execute()
  return months.map((month) => ({
    ...month,
    cost: jodOf((month.safe + month.suspicious + month.malicious) * priceOf(month.month, prices)),
  }))
}
