import { takeAdvisoryLock } from '../database/advisory-lock.ts'
import { newId } from '../database/id.ts'
import { isEmpty } from '../database/opening/is-empty.ts'
import { searchTextOfFlag } from '../database/search-text.ts'
import type { Database, Flags } from '../database/tables/tables.ts'
import { ingestWithin } from '../emails/ingest.ts'
import { reportOf } from '../emails/read-report.ts'
import { issueGatewayKey } from '../gateways/keys/gateway-keys.ts'
import type { Services } from '../http/services.ts'
import { createOrganization } from '../organizations/organization.ts'
import { createUser } from '../users/change/create-user.ts'
import { demoPassword } from './accounts.ts'
import { createHistory } from './history.ts'
import { type DemoOrganization, demoOrganizations } from './organizations.ts'
import { createRandom } from './random.ts'
import { colleagues, type DemoUser, signInUsers } from './users.ts'
import { seedWeeks } from './weekly-scores.ts'

const batch = 100
const clock = () => new Date('2024-01-01T08:00:00Z')

/**
 * Fills an empty database with the demo data set: the same every time, but ending now. Runs in one
 * transaction, so that an interrupted start leaves the database empty and two concurrent starts fill
 * it once.
 */
export async function seedDemo(
  services: Pick<Services, 'database' | 'clock' | 'passwords'>,
): Promise<void> {
  const passwordHash = await services.passwords.hash(demoPassword)
  const now = services.clock()
  const random = createRandom(2026)
  await services.database.transaction().execute(async (database) => {
    await takeAdvisoryLock(database, 'first-data')
    if (!(await isEmpty(database))) return
    for (const organization of demoOrganizations) {
      const isFirst = organization === demoOrganizations[0]
      const users = [
        ...(isFirst ? signInUsers(organization.domain, passwordHash) : []),
        ...colleagues(organization, now),
      ]
      const organizationId = await seedOrganization(database, organization, users)
      const scans = users.flatMap(({ account, exposure }) =>
        createHistory(random, account.email, exposure, now),
      )
      for (let start = 0; start < scans.length; start += batch) {
        const report = reportOf(scans.slice(start, start + batch))
        await ingestWithin(
          { database, trustablePublicMail: [] },
          now,
          { organizationId },
          report,
          () => {},
        )
      }
      await seedWeeks(database, now, organizationId, scans)
    }
  })
}

async function seedOrganization(
  database: Database,
  organization: DemoOrganization,
  users: readonly DemoUser[],
): Promise<string> {
  const { name, industry, domain, address, gatewayKey } = organization
  const organizationId = await createOrganization(
    { database, clock },
    {
      name,
      industry,
      address,
      judge_mode: 'mark',
      contact_email: `office@${domain}`,
      phone: '+962 6 555 0100',
      website: `https://www.${domain}`,
      employee_count: users.length,
    },
  )
  await issueGatewayKey({ database, clock }, organizationId, { label: 'demo' }, gatewayKey)
  for (const [position, { account }] of users.entries()) {
    const user = { ...account, organization_id: organizationId }
    const userId = await createUser({ database, clock }, user)
    if (position % 2 === 0) await seedFlags(database, organizationId, userId)
  }
  return organizationId
}

/** The red flag is on a domain that sends mail in the demo, so that it blocks some. */
const flagSamples: readonly Pick<Flags, 'flag_type' | 'value' | 'reason'>[] = [
  { flag_type: 'green', value: 'payroll-partner.example', reason: 'Our payroll provider' },
  { flag_type: 'red', value: 'delivery-notice.example', reason: 'Fake parcels, again and again' },
  { flag_type: 'green', value: 'events@fintech-forum.example', reason: null },
  { flag_type: 'red', value: 'invoice@accounts-payable.example', reason: 'Not a supplier of ours' },
]

async function seedFlags(
  database: Database,
  organization_id: string,
  userId: string,
): Promise<void> {
  const created_at = clock().toISOString()
  const flags = flagSamples.map((sample) => ({
    ...sample,
    id: newId(),
    user_id: userId,
    organization_id,
    blocked_count: 0,
    created_at,
    expires_at: null,
    last_matched_on: null,
    search_text: searchTextOfFlag(sample),
  }))
  await database.insertInto('flags').values(flags).execute()
}
