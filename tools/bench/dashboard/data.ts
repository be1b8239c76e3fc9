import { sql } from 'kysely'
import { seedDemo } from '../../../server/demo/seed.ts'
import { createTestServer } from '../../../tests/support/server/server.ts'
import { makeSession, makeUser } from '../../../tests/support/worlds/factories.ts'
import {
  fillUsers,
  idOf,
  insertNumbered,
  organizationOf,
} from '../../../tests/support/worlds/fill.ts'
import { dashboards } from './dashboards.ts'

const clock = () => new Date()

/** The demo's data, as `npm start` shows it. @returns each dashboard's bearer token */
export async function fillDemo(databaseFile: string): Promise<Map<string, string>> {
  await using server = await createTestServer({ address: databaseFile, services: { clock } })
  await seedDemo(server.services)
  const tokens = new Map<string, string>()
  for (const { name, username } of dashboards) {
    const user = await server.database
      .selectFrom('users')
      .select('id')
      .where('username_key', '=', username)
      .executeTakeFirstOrThrow()
    await server.database
      .updateTable('users')
      .set({ consented_at: clock().toISOString() })
      .where('id', '=', user.id)
      .execute()
    tokens.set(name, await makeSession({ ...server, clock }, user))
  }
  return tokens
}

export interface LargeTokens {
  readonly admin: string
  /** The flags of a user who has many. */
  readonly flags: string
}

/** A large operator: so many users, and one with so many flags. */
export async function fillLarge(
  databaseFile: string,
  users: number,
  flags: number,
): Promise<LargeTokens> {
  await using server = await createTestServer({ address: databaseFile, services: { clock } })
  const place = { database: server.database, clock }
  const admin = await fillUsers(place, users)
  const collector = await makeUser(place)
  await insertNumbered(server.database, flags, 'flags', {
    id: idOf('ffff', sql`number`),
    user_id: collector.id,
    organization_id: organizationOf(sql`${collector.id}`),
    flag_type: sql`case number % 2 when 0 then 'green' else 'red' end`,
    value: sql`'sender-' || number || '@partner.example'`,
    reason: 'A partner of ours',
    search_text: sql`'sender-' || number || '@partner.example' || ${sql.lit('\na partner of ours')}`,
    blocked_count: 0,
    created_at: clock().toISOString(),
  })
  return { admin, flags: await makeSession(place, collector) }
}
