import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeFlagRevisions, readFlagRevision } from '../../../server/flags/revision.ts'
import { createServers, times } from '../../support/postgres/two-servers.ts'
import { until } from '../../support/until.ts'
import { makeOrganization, makeSession, makeUser } from '../../support/worlds/factories.ts'

test('a flag that is added while its user moves alters the tag of the new organization', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const user = await makeUser(one)
  const token = await makeSession(one, user)
  const destination = await makeOrganization(one)
  const isWaiting = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(other.database)
    return rows.length > 0
  }
  const { flagging, moved } = await one.database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('users')
      .set({ organization_id: destination })
      .where('id', '=', user.id)
      .execute()
    await changeFlagRevisions(transaction, [user.organizationId, destination])
    const body = { flag_type: 'red', value: 'lookalike.example' }
    const flagging = other.post('/api/flags/add', { token, body })
    expect(await until(isWaiting)).toBe(true)
    const { revision: moved } = await transaction
      .selectFrom('flag_revisions')
      .select('revision')
      .where('organization_id', '=', destination)
      .executeTakeFirstOrThrow()
    return { flagging: [flagging], moved }
  })
  expect((await flagging[0])?.status).toBe(200)
  expect(await readFlagRevision(one, destination)).not.toBe(moved)
})

test('of twenty users who get the same address at two servers one does', {
  timeout: 60_000,
}, async () => {
  await using servers = await createServers()
  const token = await makeSession(servers.one, await makeUser(servers.one, { role: 'super_admin' }))
  const form = {
    full_name: 'Rania Haddad',
    role: 'employee',
    organization_id: await makeOrganization(servers.one),
    password: 'violet kettle drum',
  }
  const shared = 'sales@firm.example'
  const answers = await times(20, (position) => {
    const username = `user${position}`
    const own = `${username}@firm.example`
    const addresses =
      position % 2 === 0 ? { email: own, aliases: [shared] } : { email: shared, aliases: [own] }
    const body = { ...form, ...addresses, username }
    return servers.call('POST', '/api/admin/users/detailed', { token, body })
  })
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(19)
})
