import { afterEach, expect, test, vi } from 'vitest'
import { listAuditEndpoint } from '../../../contract/audit/list-audit.ts'
import { examplesOf } from '../../../contract/core/examples.ts'
import { activity, exportActivity, noFilter, searchUsers } from '../../../src/lib/audit/activity.ts'
import { $activityWords } from '../../../src/lib/audit/words/activity.words.yaml'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { catchFiles } from '../../support/browser/saved-files.ts'
import { openData, saidNotices } from '../../support/browser/screen-state.ts'
import { type Answers, withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const list = 'GET /api/admin/audit'
const exported = 'POST /api/admin/audit/export'
const search = 'GET /api/search'
const words = $activityWords.get()

afterEach(() => {
  $router.open('/')
  forgetSession()
  vi.unstubAllEnvs()
})

/** Opens the screen with a query in the address. */
async function openList(query: string, answers: Answers = {}) {
  vi.stubEnv('TZ', 'Asia/Amman')
  $router.open(`/dashboard/admin?view=activity&${query}`)
  server.answer({ [list]: () => examplesOf(listAuditEndpoint).output, ...answers })
  await openData(activity.$paged)
}

test.each([
  ['', {}],
  ['actor_id=a&target_id=b', { actor_id: 'a', target_id: 'b' }],
  ['from=2026-03-05', { from: '2026-03-04T21:00:00.000Z' }],
  ['to=2026-03-05', { to: '2026-03-05T21:00:00.000Z' }],
  ['from=2026-12-31&to=2026-12-31', day('2026-12-30', '2026-12-31')],
  // Times are not days, and go as they are.
  ['from=2026-03-05T10:00:00Z', { from: '2026-03-05T10:00:00Z' }],
  ['from=yesterday&to=x2026-03-05', {}],
])('the address with "%s" asks for %o', async (query, input) => {
  await openList(query)
  expect(server.made()).toEqual([[list, { limit: '50', ...input }]])
})

/** A day in Amman begins three hours before that in UTC. */
function day(first: string, last: string) {
  return { from: `${first}T21:00:00.000Z`, to: `${last}T21:00:00.000Z` }
}

test('clearing the filters leaves none of them in the address', async () => {
  const all =
    'actor_id=a&target_id=b&organization_id=o&action=sign-in&from=2026-01-01&to=2026-01-02'
  await openList(all)
  activity.ask(noFilter)
  expect($router.get()?.search).toEqual({ view: 'activity' })
})

test('what the filters find is saved as a file', async () => {
  await openList('action=sign-in&from=2026-03-05', {
    [exported]: () => new Response('\uFEFFat,actor\r\n'),
  })
  const saved = catchFiles()
  await exportActivity()
  expect(server.changes()).toEqual([
    [exported, { action: 'sign-in', from: '2026-03-04T21:00:00.000Z' }],
  ])
  // Excel reads a file as UTF-8 only with a byte order mark.
  expect(await saved()).toEqual({ 'aman-activity.csv': '\uFEFFat,actor\r\n' })
  expect(saidNotices()).toEqual([`success: ${words.exported}`])
})

const found = {
  users: [
    { id: 1, full_name: 'Rania Khoury', username: 'rania', email: 'rania@clinic.example' },
    { id: 'u2', full_name: '', username: 'omar', email: 'omar@clinic.example' },
  ],
  organizations: [{ id: 3, name: 'Cedar Clinic' }],
}

test('users are found by the server, each with name and address', async () => {
  server.answer({ [search]: found })
  expect(await searchUsers(' an ')).toEqual({
    choices: [
      { id: '1', label: 'Rania Khoury · rania@clinic.example' },
      { id: 'u2', label: 'omar · omar@clinic.example' },
    ],
    total: 2,
    next: undefined,
  })
  expect(server.made()).toEqual([[search, { q: 'an' }]])
})
