import { sql } from 'kysely'
import { dayMs, hourMs, isoAfter } from '../../server/core/clock.ts'
import type { Database } from '../../server/database/tables.ts'
import {
  makeOrganization,
  makeSession,
  makeUser,
  type Place,
  reportScans,
} from '../../tests/support/factories.ts'

/** What has to be there whatever of the backlog is deleted. */
export interface Kept {
  readonly token: string
  /** Mail of the last days, by id. */
  readonly scans: readonly string[]
}

const recentMails = 20

/**
 * Somebody with so much mail after its retention, all of it counted and billed, and a tenth as many
 * sent mails, ended sessions and failed sign-ins that are to be deleted, too.
 */
export async function makeBacklog(place: Place, size: number): Promise<Kept> {
  const { database } = place
  const now = place.clock()
  const organizationId = await makeOrganization(place)
  const user = await makeUser(place, { role: 'super_admin', organizationId })
  const token = await makeSession(place, user)
  const recent = Array.from(
    { length: recentMails },
    () => ({ threat_level: 'suspicious' }) as const,
  )
  const scans = await reportScans(place, user, recent)
  const old = isoAfter(now, -40 * dayMs)
  const month = old.slice(0, 7)
  await database.transaction().execute(async (transaction) => {
    await repeat(transaction, size, 'scans', {
      id: sql`'old-' || number`,
      user_id: user.id,
      received_at: old,
      threat_level: 'suspicious',
      sender_domain: 'sender.example',
      email_subject: 'Minutes of Monday',
      detection_reason: 'The domain of the sender was registered this week',
      indicators: '["new-sender"]',
      delete_after: isoAfter(now, -10 * dayMs),
    })
    await transaction
      .updateTable('scan_totals')
      .set(({ eb, ref }) => ({ suspicious: eb(ref('suspicious'), '+', size) }))
      .where('user_id', '=', user.id)
      .execute()
    await transaction
      .insertInto('monthly_scans')
      .values({ organization_id: organizationId, month, safe: 0, suspicious: size, malicious: 0 })
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'month']).doUpdateSet(({ eb, ref }) => ({
          suspicious: eb(ref('monthly_scans.suspicious'), '+', size),
        })),
      )
      .execute()
    const few = Math.floor(size / 10)
    await repeat(transaction, few, 'mails', {
      id: sql`'old-' || number`,
      recipient: user.email,
      subject: 'Hello',
      body: 'A text',
      created_at: old,
      attempts: 1,
      next_attempt_at: old,
      sent_at: old,
      message_id: 'old',
    })
    await repeat(transaction, few, 'sessions', {
      token_hash: sql`'old-' || number`,
      user_id: user.id,
      created_at: old,
      last_used_at: old,
      expires_at: old,
    })
    await repeat(transaction, few, 'login_failures', {
      id: sql`'old-' || number`,
      username_key: sql`'somebody-' || number`,
      address: '192.0.2.1',
      failed_at: isoAfter(now, -hourMs),
    })
  })
  return { token, scans: scans.map(({ id }) => id) }
}

async function repeat(
  database: Database,
  times: number,
  table: string,
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  const columns = Object.keys(row).map((column) => sql.ref(column))
  const values = Object.values(row).map((value) =>
    typeof value === 'string' || typeof value === 'number' ? sql.lit(value) : sql`${value}`,
  )
  await sql`insert into ${sql.table(table)} (${sql.join(columns)})
    with recursive numbers(number) as
      (select 1 union all select number + 1 from numbers where number < ${sql.lit(times)})
    select ${sql.join(values)} from numbers`.execute(database)
}
