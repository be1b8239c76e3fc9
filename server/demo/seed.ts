import { createPerson } from '../accounts/people.ts'
import { newId } from '../database/id.ts'
import { isEmpty } from '../database/is-empty.ts'
import type { Database } from '../database/tables.ts'
import { takeTurn } from '../database/turn.ts'
import { issueGatewayKey } from '../organizations/gateway-keys.ts'
import { createOrganization } from '../organizations/organizations.ts'
import type { Parts } from '../parts.ts'
import { ingestWithin } from '../scans/ingest.ts'
import { reportOf } from '../scans/read-report.ts'
import { demoPassword } from './accounts.ts'
import { flagSamples } from './flag-samples.ts'
import { createHistory } from './history.ts'
import { type DemoOrganization, demoOrganizations } from './organizations.ts'
import { colleagues, type DemoPerson, signInPeople } from './people.ts'
import { createRandom } from './random.ts'

const batch = 100
const clock = () => new Date('2024-01-01T08:00:00Z')

/**
 * Fills an empty database with the demo data set: the same every time, but ending now. One
 * transaction, so that a start that is cut off leaves the database empty, and two at once fill it once.
 */
export async function seedDemo(
  parts: Pick<Parts, 'database' | 'clock' | 'passwords'>,
): Promise<void> {
  const passwordHash = await parts.passwords.hash(demoPassword)
  const now = parts.clock()
  const random = createRandom(2026)
  await parts.database.transaction().execute(async (database) => {
    await takeTurn(database, 'first-data')
    if (!(await isEmpty(database))) return
    for (const organization of demoOrganizations) {
      const isFirst = organization === demoOrganizations[0]
      const people = [
        ...(isFirst ? signInPeople(organization.domain, passwordHash) : []),
        ...colleagues(organization, now),
      ]
      const organizationId = await seedOrganization(database, organization, people)
      const scans = people.flatMap(({ account, exposure }) =>
        createHistory(random, account.email, exposure, now),
      )
      for (let start = 0; start < scans.length; start += batch) {
        const report = reportOf(scans.slice(start, start + batch))
        await ingestWithin({ database, trustablePublicMail: [] }, now, organizationId, report)
      }
    }
  })
}

async function seedOrganization(
  database: Database,
  organization: DemoOrganization,
  people: readonly DemoPerson[],
): Promise<string> {
  const { name, industry, domain, address, gatewayKey } = organization
  const organizationId = await createOrganization(
    { database, clock },
    {
      name,
      industry,
      address,
      contact_email: `office@${domain}`,
      phone: '+962 6 555 0100',
      website: `https://www.${domain}`,
      employee_count: people.length,
    },
  )
  await issueGatewayKey({ database, clock }, organizationId, { label: 'demo' }, gatewayKey)
  for (const [position, { account }] of people.entries()) {
    const person = { ...account, organization_id: organizationId }
    const userId = await createPerson({ database, clock }, person)
    if (position % 2 === 0) await seedFlags(database, userId)
  }
  return organizationId
}

async function seedFlags(database: Database, userId: string): Promise<void> {
  const created_at = clock().toISOString()
  const flags = flagSamples.map((sample) => ({
    ...sample,
    id: newId(),
    user_id: userId,
    blocked_count: 0,
    created_at,
  }))
  await database.insertInto('flags').values(flags).execute()
}
