import { expect, test } from 'vitest'
import { recordAct } from '../../../server/audit/record.ts'
import { createTestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import {
  makeFlag,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../support/worlds/factories.ts'
import { addUser, fillLists, namesOf, readAll } from '../../support/worlds/lists.ts'

test('users are filtered by role, organization and status, none by organization too', async () => {
  await using server = await createTestServer()
  const { admin, token } = await signInAdmin(server)
  const organizationId = await makeOrganization(server)
  await makeUser(server, { organizationId, full_name: 'Lead', role: 'team_lead' })
  await makeUser(server, { organizationId, full_name: 'Gone', is_active: 0 })
  await addUser(server, 'alone', 'Alone')
  for (const [query, names] of [
    ['role=team_lead', ['Lead']],
    ['role=super_admin', ['Test Person']],
    [`organization_id=${organizationId}`, ['Lead', 'Gone']],
    [`organization_id=${organizationId}&status=active`, ['Lead']],
    [`organization_id=${admin.organizationId}&role=team_lead`, []],
    ['organization_id=none', ['Alone']],
    ['organization_id=unknown', []],
    ['status=inactive', ['Gone']],
    ['status=inactive&q=alone', []],
    ['q=alone&organization_id=none', ['Alone']],
  ] as const) {
    expect(await namesOf(server, token, query), query).toEqual(names)
    expect(await namesOf(server, token, `limit=1&${query}`), query).toEqual(names)
    const byName = await namesOf(server, token, `limit=1&sort=name&order=desc&${query}`)
    expect(byName, query).toEqual(names.toSorted().toReversed())
  }
})

test('organizations are filtered by industry, flags by type, and the audit trail by who, what and whom', async () => {
  await using server = await createTestServer()
  const { admin, token } = await fillLists(server)
  const other = {
    actor_id: (await makeUser(server)).id,
    actor_role: 'employee',
    address: '',
  } as const
  await recordAct(server, server.database, other, {
    action: 'flag-add',
    target: 'flag',
    targetId: 'other',
  })
  const count = async (path: string) => (await readAll(server, token, `${path}&limit=2`)).length
  expect(await count('/api/admin/organizations?industry=other')).toBe(5)
  expect(await count('/api/admin/organizations?industry=other&q=anna')).toBe(2)
  expect(await count('/api/admin/organizations?industry=insurance')).toBe(0)
  expect(await count('/api/flags/list?flag_type=red')).toBe(5)
  expect(await count('/api/flags/list?flag_type=red&q=1.ex')).toBe(1)
  expect(await count('/api/admin/audit?action=flag-add')).toBe(6)
  expect(await count(`/api/admin/audit?actor_id=${admin.id}`)).toBe(10)
  expect(await count(`/api/admin/audit?actor_id=${admin.id}&action=flag-remove`)).toBe(5)
  expect(await count(`/api/admin/audit?actor_id=${other.actor_id}`)).toBe(1)
  expect(await count('/api/admin/audit?target_id=other')).toBe(1)
  expect(await count('/api/admin/audit?target_id=unknown')).toBe(0)
})

test('flags are searched by value and reason, are one user’s own, and the counts are of all', async () => {
  await using server = await createTestServer()
  const [one, other] = [await makeUser(server), await makeUser(server)]
  const token = await makeSession(server, one)
  await makeFlag(server, one, { flag_type: 'red', value: 'spam.example', reason: 'Élan 100%' })
  await makeFlag(server, one, { flag_type: 'green', value: 'friend.example' })
  await makeFlag(server, one, { flag_type: 'green', value: 'partner.jo' })
  await makeFlag(server, other, { flag_type: 'red', value: 'spam.example', reason: 'Élan' })
  const values = async (query: string) =>
    (await readAll(server, token, `/api/flags/list?${query}`)).map(({ value }) => value)
  expect(await values('q=SPAM')).toEqual(['spam.example'])
  expect(await values(`q=${encodeURIComponent('éLAN 100%')}`)).toEqual(['spam.example'])
  expect(await values('q=example&limit=1')).toEqual(['friend.example', 'spam.example'])
  expect(await values('q=_')).toEqual([])
  const answer = await server.get('/api/flags/list?flag_type=red&limit=1', { token })
  expect(answer.body).toMatchObject({ total: 3, green_count: 2, red_count: 1 })
  expect(answer.headers.get('link')).toBeNull()
  expect(await values('')).toEqual(['partner.jo', 'friend.example', 'spam.example'])
})
