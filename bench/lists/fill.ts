import { newId } from '../../server/database/id.ts'
import { makeOrganization, makeSession, makeUser } from '../../tests/support/factories.ts'
import type { TestServer } from '../../tests/support/server.ts'

const organizations = 1000
const months = 24
/** Rows of one insert; SQLite takes 32,766 parameters. */
const batch = 500

/** Of the admin's own organization. */
const team = 10_000
const mailsOfBusiest = 100_000

/** @returns the token of a super admin among so many people, and who has the most mail */
export async function fillPeople(
  server: TestServer,
  people: number,
): Promise<{ token: string; busiest: string }> {
  const ids: string[] = []
  await server.database.transaction().execute(async (database) => {
    for (let made = 0; made < organizations; made += 1) {
      ids.push(await makeOrganization({ ...server, database }))
    }
    for (const organization_id of ids) {
      const rows = Array.from({ length: months }, (_, month) => ({
        organization_id,
        month: `${2024 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`,
        safe: 900,
        suspicious: 60,
        malicious: 40,
      }))
      await database.insertInto('monthly_scans').values(rows).execute()
    }
    for (let start = 0; start < people; start += batch) {
      const rows = Array.from({ length: Math.min(batch, people - start) }, (_, offset) =>
        person(start + offset, organizationOf(ids, start + offset)),
      )
      await database.insertInto('users').values(rows).execute()
      const totals = rows.map(({ id }) => ({
        user_id: id,
        safe: 200,
        suspicious: 6,
        malicious: 2,
        risk_sum: 1e10,
      }))
      await database.insertInto('scan_totals').values(totals).execute()
    }
  })
  const [organizationId = ''] = ids
  const busiest = await makeUser(server)
  await fillMail(server, busiest.id)
  const admin = await makeUser(server, { role: 'super_admin', organizationId })
  return { token: await makeSession(server, admin), busiest: busiest.id }
}

function organizationOf(ids: readonly string[], number: number): string {
  return ids[number < team ? 0 : number % ids.length] ?? ''
}

async function fillMail({ database }: TestServer, user_id: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (let start = 0; start < mailsOfBusiest; start += batch) {
      const rows = Array.from({ length: batch }, () => ({
        id: newId(),
        user_id,
        received_at: '2026-03-01T00:00:00.000Z',
        threat_level: 'suspicious' as const,
        sender_domain: 'sender.example',
        email_subject: 'Minutes of Monday',
        detection_reason: 'The domain of the sender was registered this week',
        indicators: '["new-sender"]',
        delete_after: '2099-01-01T00:00:00.000Z',
      }))
      await transaction.insertInto('scans').values(rows).execute()
    }
  })
}

function person(number: number, organization_id: string) {
  const username = `person-${number}`
  return {
    id: newId(),
    organization_id,
    username,
    username_key: username,
    email: `${username}@firm-${number % organizations}.example`,
    full_name: `Person Number ${number}`,
    role: 'employee',
    department: 'Payments',
    phone: '+962 6 555 0100',
    password_hash: null,
    is_active: 1,
    consented_at: null,
    last_login_at: null,
    created_at: '2026-01-01T00:00:00.000Z',
    removed_at: null,
  } as const
}
