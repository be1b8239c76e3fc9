import { newId } from '../../server/database/id.ts'
import { searchKeysOfUser } from '../../server/database/search-text.ts'
import {
  makeOrganization,
  makeSession,
  makeUser,
  type Place,
} from '../../tests/support/factories.ts'

const organizations = 1000
const months = 24
/** Rows of one insert; SQLite takes 32,766 parameters. */
const batch = 500

/** @returns the token of a super admin among so many people */
export async function fillUsers(place: Place, users: number): Promise<string> {
  const ids: string[] = []
  await place.database.transaction().execute(async (database) => {
    for (let made = 0; made < organizations; made += 1) {
      ids.push(await makeOrganization({ ...place, database }))
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
    for (let start = 0; start < users; start += batch) {
      const rows = Array.from({ length: Math.min(batch, users - start) }, (_, offset) =>
        user(start + offset, ids[(start + offset) % ids.length] ?? ''),
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
  const admin = await makeUser(place, { role: 'super_admin' })
  return makeSession(place, admin)
}

/** Makes the super admins' own organization a very large one. */
export async function fillTeam(place: Place, users: number): Promise<void> {
  const organizationId = await makeOrganization(place)
  const { database } = place
  for (let start = 0; start < users; start += batch) {
    const rows = Array.from({ length: batch }, (_, offset) =>
      user(1_000_000 + start + offset, organizationId),
    )
    await database.insertInto('users').values(rows).execute()
  }
  await database
    .updateTable('users')
    .set({ organization_id: organizationId })
    .where('role', '=', 'super_admin')
    .execute()
}

/** @returns the id of somebody with so much mail */
export async function fillMail(place: Place, mails: number): Promise<string> {
  const { id } = await makeUser(place)
  await place.database.transaction().execute(async (transaction) => {
    for (let start = 0; start < mails; start += batch) {
      const rows = Array.from({ length: batch }, () => mailTo(id))
      await transaction.insertInto('scans').values(rows).execute()
    }
  })
  return id
}

function mailTo(user_id: string) {
  return {
    id: newId(),
    user_id,
    received_at: '2026-03-01T00:00:00.000Z',
    threat_level: 'suspicious',
    sender_domain: 'sender.example',
    email_subject: 'Minutes of Monday',
    detection_reason: 'The domain of the sender was registered this week',
    indicators: '["new-sender"]',
    delete_after: '2099-01-01T00:00:00.000Z',
  } as const
}

function user(number: number, organization_id: string) {
  const username = `person-${number}`
  const email = `${username}@firm-${number % organizations}.example`
  const full_name = `Person Number ${number}`
  return {
    id: newId(),
    organization_id,
    username,
    username_key: username,
    email,
    full_name,
    role: 'employee',
    department: 'Payments',
    phone: '+962 6 555 0100',
    password_hash: null,
    is_active: 1,
    consented_at: null,
    last_login_at: null,
    created_at: '2026-01-01T00:00:00.000Z',
    removed_at: null,
    ...searchKeysOfUser({ full_name, username, email }),
  } as const
}
