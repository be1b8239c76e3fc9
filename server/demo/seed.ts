import { sql } from 'kysely'
import { baseLocale, type Locale } from '../../contract/core/locale.ts'
import { wordsIn } from '../core/locale.ts'
import { newSecret } from '../core/secrets.ts'
import { takeAdvisoryLock } from '../database/advisory-lock.ts'
import { newId } from '../database/id.ts'
import { isEmpty } from '../database/opening/open.ts'
import { searchTextOfFlag } from '../database/search-index.ts'
import type { Database } from '../database/tables/tables.ts'
import { ingestWithin } from '../emails/ingest.ts'
import { reportOf } from '../emails/read-report.ts'
import { issueGatewayKey } from '../gateways/keys/gateway-keys.ts'
import type { Services } from '../http/services.ts'
import { createOrganization } from '../organizations/organization.ts'
import { createUser } from '../users/change/create-user.ts'
import {
  colleagues,
  type DemoOrganization,
  type DemoUser,
  type DemoWords,
  demoOrganizations,
  demoPassword,
  demoWords,
  signInUsers,
} from './accounts.ts'
import { createHistory, createRandom, seedWeeks } from './history.ts'

const batch = 100
const clock = () => new Date('2024-01-01T08:00:00Z')

/**
 * Fills an empty database with the demo data set: the same every time, but ending now. Runs in one
 * transaction, so that an interrupted start leaves the database empty and two concurrent starts fill
 * it once.
 */
export async function seedDemo(
  services: Pick<Services, 'database' | 'clock' | 'passwords'>,
  locale: Locale = baseLocale,
): Promise<void> {
  const words = wordsIn(demoWords, locale)
  const passwordHash = await services.passwords.hash(demoPassword)
  const unknownHash = await services.passwords.hash(newSecret())
  const now = services.clock()
  const random = createRandom(2026)
  await services.database.transaction().execute(async (database) => {
    await takeAdvisoryLock(database, 'first-data')
    if (!(await isEmpty(database))) return
    for (const organization of demoOrganizations) {
      const isFirst = organization === demoOrganizations[0]
      const users = [
        ...(isFirst ? signInUsers(organization.domain, passwordHash, words) : []),
        ...colleagues(organization, unknownHash, words, now),
      ]
      const organizationId = await seedOrganization(database, organization, users, locale)
      const isAttacked = organization === demoOrganizations.at(-1)
      const scans = users.flatMap(({ account: { email }, exposure }) =>
        createHistory(random, { email, exposure, isAttacked }, now, words),
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
      await seedOpinions(database, organizationId)
      await seedUse(database, organizationId, now)
    }
  })
}

async function seedOrganization(
  database: Database,
  organization: DemoOrganization,
  users: readonly DemoUser[],
  locale: Locale,
): Promise<string> {
  const words = wordsIn(demoWords, locale)
  const { industry, domain, gatewayKey } = organization
  const organizationId = await createOrganization(
    { database, clock },
    {
      ...words.organizations[industry],
      industry,
      // Without one, users begin in the language of the page where they sign in.
      locale: locale === baseLocale ? undefined : locale,
      contact_email: `office@${domain}`,
      phone: '+962 6 555 0100',
      website: `https://www.${domain}`,
      employee_count: users.length,
    },
  )
  await issueGatewayKey(
    { database, clock },
    organizationId,
    { label: words.gatewayKey },
    gatewayKey,
  )
  for (const [position, { account, createdAt = clock() }] of users.entries()) {
    const user = { ...account, organization_id: organizationId }
    const userId = await createUser({ database, clock: () => createdAt }, user)
    if (position % 2 === 0) await seedFlags(database, words, organizationId, userId)
  }
  return organizationId
}

/** Recipients called most mail dangerous that the judge marked. */
async function seedOpinions(database: Database, organizationId: string): Promise<void> {
  await sql`update daily_counts set reported_dangerous = (marked * 3 + 2) / 4
    where organization_id = ${organizationId}`.execute(database)
  await sql`update judge_counts set reported_dangerous = (select sum(reported_dangerous)
      from daily_counts where organization_id = ${organizationId})
    where organization_id = ${organizationId}`.execute(database)
}

/** The gateway has reported all of the history. */
async function seedUse(database: Database, organizationId: string, now: Date): Promise<void> {
  const first = clock().toISOString()
  await database
    .updateTable('arrivals')
    .set({ first_report_at: first, first_message_at: first })
    .where('organization_id', '=', organizationId)
    .execute()
  await database
    .updateTable('gateway_keys')
    .set({ last_used_at: now.toISOString() })
    .where('organization_id', '=', organizationId)
    .execute()
}

/** The red flag is on a domain that sends mail in the demo, so that it blocks some. */
const flagSamples = [
  { flag_type: 'green', value: 'payroll-partner.example', why: 'payroll' },
  { flag_type: 'red', value: 'delivery-notice.example', why: 'parcels' },
  { flag_type: 'green', value: 'events@fintech-forum.example', why: null },
  { flag_type: 'red', value: 'invoice@accounts-payable.example', why: 'supplier' },
] as const

async function seedFlags(
  database: Database,
  { flagReasons }: DemoWords,
  organization_id: string,
  userId: string,
): Promise<void> {
  const created_at = clock().toISOString()
  const samples = flagSamples.map(({ why, ...flag }) => ({
    ...flag,
    reason: why && flagReasons[why],
  }))
  const flags = samples.map((sample) => ({
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
