import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createServers } from '../../support/postgres/two-servers.ts'
import { entraUser, makeProvider, scimClient } from '../../support/scim/scim.ts'
import { until } from '../../support/until.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { makeUser } from '../../support/worlds/factories.ts'

test('a user who becomes inactive while a provider or an import changes the name stays inactive', {
  timeout: 60_000,
}, async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const { organizationId, token, create } = await makeProvider(one)
  const provider = scimClient(other, organizationId, token)
  const admin = await signInAdmin(one)
  const provided = await create(entraUser())
  const names = { username: 'omar', email: 'omar@cedar.example' }
  const imported = await makeUser(one, { organizationId, ...names })
  const row = { line: 2, ...names, full_name: 'Omar Nasser' }
  const changes = [
    [provided, () => provider.patch(provided, { op: 'replace', path: 'displayName', value: 'R' })],
    [
      imported.id,
      () =>
        other.post('/api/admin/users/import', {
          token: admin.token,
          body: { dry_run: false, organization_id: organizationId, rows: [row] },
        }),
    ],
  ] as const
  for (const [id, change] of changes) {
    const ending = await one.database.startTransaction().execute()
    await ending.updateTable('users').set({ is_active: 0 }).where('id', '=', id).execute()
    const changing = change()
    const waits = async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(one.database)
      return rows.length > 0
    }
    expect(await until(waits)).toBe(true)
    await ending.commit().execute()
    expect((await changing).status).toBe(200)
    const user = one.database.selectFrom('users').select('is_active').where('id', '=', id)
    expect(await user.executeTakeFirstOrThrow()).toEqual({ is_active: 0 })
  }
})
