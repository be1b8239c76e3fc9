import { cleanStores } from 'nanostores'
import { afterEach, expect, test } from 'vitest'
import { showAttentionEndpoint } from '../../../contract/attention/show-attention.ts'
import { showDailyCountsEndpoint } from '../../../contract/attention/show-daily-counts.ts'
import { examplesOf } from '../../../contract/core/examples.ts'
import { adminDashboard, organizationList, userList } from '../../../src/lib/admin/admin.ts'
import { attention, solvedAt } from '../../../src/lib/attention/attention.ts'
import { dailyCounts, dailyCountsOf } from '../../../src/lib/attention/daily-counts.ts'
import { openData } from '../../support/browser/screen-state.ts'
import {
  refusal,
  type StubbedCall,
  withStubbedServer,
} from '../../support/server/stubbed-server.ts'
import { adminLists } from '../../support/worlds/answers.ts'

const server = withStubbedServer()
const summary = { total_users: 3 }
const users = 'GET /api/admin/users'
const organizations = 'GET /api/admin/organizations'

afterEach(() => {
  cleanStores(attention.$resource, dailyCounts.$resource)
})

function page(ids: readonly number[], next?: string): Response {
  const headers = next === undefined ? {} : { link: `<${next}>; rel="next"` }
  return Response.json(
    ids.map((id) => ({ id })),
    { headers },
  )
}

function shown() {
  const admin = adminDashboard.$resource.get()
  if (admin.status !== 'loaded') return admin.status
  const idsOf = (rows: readonly { id: unknown }[]) => rows.map(({ id }) => id)
  const { isPart } = admin
  return {
    users: idsOf(userList.$list.get()?.rows ?? []),
    organizations: idsOf(organizationList.$list.get()?.rows ?? []),
    isPart,
  }
}

test('long lists show their first page at once, then the whole', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const paged =
    (first: readonly number[], second: () => unknown) =>
    ({ query }: StubbedCall) =>
      query.page === '2' ? second() : page(first, '?page=2')
  server.answer({
    'GET /api/admin/dashboard': summary,
    [users]: paged([1, 2], () => promise),
    [organizations]: paged([7], () => page([8])),
  })
  await openData(adminDashboard.$resource)
  expect(shown()).toEqual({ users: [1, 2], organizations: [7], isPart: true })
  resolve(page([3]))
  await expect.poll(shown).toEqual({ users: [1, 2, 3], organizations: [7, 8], isPart: false })
  expect(adminDashboard.$resource.get()).toMatchObject({ data: summary })
})

test.each(['GET /api/admin/dashboard', users, organizations])(
  'the dashboard has failed when %s fails',
  async (call) => {
    server.answer({ ...adminLists, [call]: refusal('Not now', { status: 500 }) })
    await openData(adminDashboard.$resource)
    expect(shown()).toBe('failed')
  },
)

test('what needs attention and the mail by day are loaded from their calls', async () => {
  const needs = examplesOf(showAttentionEndpoint).output
  const days = examplesOf(showDailyCountsEndpoint).output
  server.answer({
    'GET /api/admin/attention': () => needs,
    'GET /api/admin/daily-counts': () => days,
  })
  await attention.reload()
  await dailyCounts.reload()
  expect(attention.$resource.get()).toMatchObject({ status: 'loaded', data: needs })
  expect(dailyCounts.$resource.get()).toMatchObject({ status: 'loaded', data: days })
  server.forgetCalls()
  expect(await dailyCountsOf('o1')).toEqual(days)
  expect(server.made()).toEqual([['GET /api/admin/daily-counts', { organization_id: 'o1' }]])
})

test.each([
  ['silent gateways', solvedAt.silent(), 'tab=organizations&gateway=silent'],
  ['invitations', solvedAt.invited(), 'tab=users&need=invitation'],
  ['super admins', solvedAt.admins(), 'tab=users&role=super_admin&need=factor'],
  ['second factors', solvedAt.factors('o 1'), 'tab=users&organization=o+1&need=factor'],
])('%s are solved in the list that has them', (_, path, query) => {
  expect(path).toBe(`/dashboard/admin?${query}`)
})
