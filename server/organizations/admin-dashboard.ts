import { adminDashboardEndpoint } from '../../contract/organizations/admin-dashboard.ts'
import type { Prices } from '../../contract/receipts/price.ts'
import { jodOf } from '../core/formats.ts'
import { prepare } from '../database/drivers/prepare.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { costOfMonths } from '../receipts/receipts.ts'
import { summarizeJumps } from './attacks.ts'

/**
 * GET /admin/dashboard (R285, R358). Scans and revenue are the billed figures, which retention and
 * removals do not reduce; users are the active users.
 */
export function adminDashboard(services: Services) {
  const sumScans = prepareSums(services.prices)
  return bindUser(services, adminDashboardEndpoint, async () => {
    const { all, caught, costFils } = await countScans(services.database, sumScans)
    return {
      total_users: await countActiveUsers(services.database),
      total_organizations: await countOrganizations(services.database),
      total_scans: all,
      total_revenue: jodOf(costFils),
      system_performance: {
        total_phishing_detected: caught,
        detection_rate: all === 0 ? 0 : (caught / all) * 100,
        average_scan_cost: all === 0 ? 0 : jodOf(costFils / all),
      },
      attacks: await summarizeJumps(services.database, services.clock()),
    }
  })
}

/** Reads one row per organization and month, whatever the amount of mail. */
function prepareSums(prices: Prices) {
  return prepare((database) =>
    database
      .selectFrom('monthly_scans')
      .select(({ fn }) => [
        fn.sum<number | null>('safe').as('safe'),
        fn.sum<number | null>('suspicious').as('suspicious'),
        fn.sum<number | null>('malicious').as('malicious'),
        costOfMonths(prices).as('cost_fils'),
      ]),
  )
}

async function countScans(
  database: Database,
  sumScans: ReturnType<typeof prepareSums>,
): Promise<{ all: number; caught: number; costFils: number }> {
  const [sums] = await sumScans(database, {})
  const caught = Number(sums?.suspicious) + Number(sums?.malicious)
  return { all: Number(sums?.safe) + caught, caught, costFils: Number(sums?.cost_fils) }
}

const countActive = prepare((database) =>
  database
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('users'))
    .where('is_active', '=', 1),
)

async function countActiveUsers(database: Database): Promise<number> {
  const [row] = await countActive(database, {})
  return Number(row?.users)
}

const countAllOrganizations = prepare((database) =>
  database
    .selectFrom('organizations')
    .select(({ fn }) => fn.countAll<number>().as('organizations')),
)

async function countOrganizations(database: Database): Promise<number> {
  const [row] = await countAllOrganizations(database, {})
  return Number(row?.organizations)
}
