import { afterEach, expect, test, vi } from 'vitest'
import { speak } from '../../../build/locales/catalogue.ts'
import { auditActions } from '../../../contract/audit/audit-action.ts'
import { listAuditEndpoint } from '../../../contract/audit/list-audit.ts'
import { examplesOf } from '../../../contract/core/examples.ts'
import { baseLocale } from '../../../contract/core/locale.ts'
import {
  type AuditEntry,
  activity,
  chosenOf,
  exportActivity,
  nameOfActor,
  nameOfTarget,
  noFilter,
  roleWords,
  searchUsers,
  wordsOf,
} from '../../../src/lib/audit/activity.ts'
import {
  detailWords,
  foldSignIns,
  organizationOf,
  whatOf,
  whoOf,
} from '../../../src/lib/audit/activity-detail.ts'
import { $activityWords } from '../../../src/lib/audit/words/activity.words.yaml'
import { $activityDetailsWords } from '../../../src/lib/audit/words/activity-details.words.yaml'
import { $locale } from '../../../src/lib/core/i18n/i18n.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { withoutIsolates } from '../../../src/lib/files/save-file.ts'
import { $webhooksWords } from '../../../src/lib/webhooks/words/webhooks.words.yaml'
import { catchFiles, openData, saidNotices } from '../../support/browser/screen-state.ts'
import { type Answers, withStubbedServer } from '../../support/server/stubbed-server.ts'

/** Read by detailWords; a store follows the language while something listens to it. */
const messageStores = [$activityWords, $activityDetailsWords, $webhooksWords]

afterEach(() => $locale.set(baseLocale))

const entry: AuditEntry = {
  id: '1',
  at: '2025-03-01T09:30:00.000Z',
  actor_id: 'a',
  actor_role: 'super_admin',
  action: 'user-change',
  target_type: 'user',
  target_id: 't',
  address: '192.0.2.7',
  detail: '',
  actor_name: 'Omar',
  target_name: 'Rania',
  organization_id: 'o',
  organization_name: 'Cedar',
}

test('every action has words of its own', () => {
  const words = auditActions.map(wordsOf)
  expect(new Set(words).size).toBe(auditActions.length)
  for (const text of words) expect(text).toMatch(/^[A-Z][a-z -]+$/)
  expect(wordsOf('of-a-newer-server')).toBe('of-a-newer-server')
})

test('actors and targets are named, or said by what is still known', () => {
  expect(nameOfActor(entry)).toBe('Omar')
  expect(nameOfActor({ ...entry, actor_name: null })).toBe('Removed user')
  expect(nameOfActor({ ...entry, actor_id: null, actor_role: 'operator' })).toBe(
    'Operator, by a command',
  )
  expect(nameOfActor({ ...entry, actor_id: null, actor_role: 'nobody' })).toBe('Unknown user')
  const token = { ...entry, actor_role: 'scim-token' }
  expect(nameOfActor({ ...token, actor_name: 'Entra' })).toBe('Identity provider: Entra')
  expect(nameOfActor({ ...token, actor_name: null })).toBe('Identity provider')
  expect(nameOfTarget({ ...entry, target_name: null })).toBe('Removed user')
  expect(nameOfTarget({ ...entry, target_type: 'receipt', target_id: 'AMAN-1' })).toBe(
    'Receipt AMAN-1',
  )
  expect(nameOfTarget({ ...entry, target_type: 'flag', target_name: null })).toBe('')
})

test.each([
  ['operator', 'Operator, by a command'],
  ['scim-token', 'Identity provider'],
  ['role of a newer server', 'role of a newer server'],
])('the role %s reads %s', (role, words) => {
  expect(roleWords(role)).toBe(words)
})

test.each([
  ['role from employee to team_lead, phone', 'Role: Employee to Team Lead · Phone'],
  ['is_active from true to false', 'Active: yes to no'],
  ['manages_organization from false to true', 'Organization admin: no to yes'],
  ['organization_id from a to b, unknown_field', 'Organization · unknown_field'],
  ['unknown_field from a to b', 'unknown_field: a to b'],
  ['super_admin, invited, locale', 'Super Admin · Invited · Language'],
  ['role from a b to c', 'role from a b to c'],
  ['the role from a to b', 'the role from a to b'],
  ['', ''],
])('what changed of a user, %s, reads: %s', (detail, words) => {
  expect(detailWords({ ...entry, detail })).toBe(words)
  expect(detailWords({ ...entry, action: 'user-create', detail })).toBe(words)
})

test.each([
  ['gateway-key-issue', 'gateway-key', 'organization 0198, scope report', 'Reports email'],
  ['gateway-key-issue', 'gateway-key', 'scope flags', 'Reads flags'],
  ['gateway-key-issue', 'gateway-key', 'organization 0198', ''],
  ['scim-token-issue', 'scim-token', 'organization 0198, Entra', 'Entra'],
  ['scim-token-issue', 'scim-token', 'our organization 0198', 'our organization 0198'],
])(
  'a detail names no id of an organization that the entry names: %s of a %s, %s',
  (action, target_type, detail, words) => {
    expect(detailWords({ ...entry, action, target_type, detail })).toBe(words)
  },
)

const details: readonly [action: string, detail: string, english: string, arabic: string][] = [
  ['sign-in', 'single-sign-on', 'By single sign-on', 'عبر الدخول الموحّد'],
  ['sign-in', 'extension', 'Browser extension', 'إضافة المتصفح'],
  ['factor-add', 'totp', 'Authenticator app', 'تطبيق مصادقة'],
  [
    ...(['factor-policy', 'of super admins from optional to required'] as const),
    'Second factors of super admins: optional to required',
    'العوامل الثانية للمشرفين العامّين: من اختياري إلى مطلوب',
  ],
  ['flag-change', 'flag_type reason', 'Colour · Note', 'اللون · الملاحظة'],
  ['session-end', 'others', 'All other sessions', 'جميع الجلسات الأخرى'],
  ['password-reset', '', '', ''],
  ['password-reset', 'with second factors', 'With second factors', 'مع العوامل الثانية'],
  [
    'gateway-key-issue',
    'scope analyse, all organizations',
    'Asks the judge · For all organizations',
    'سؤال المحلّل · لجميع المؤسسات',
  ],
  ['gateway-key-cover', '3 organizations', 'For 3 organizations', 'عدد المؤسسات: 3'],
  ['gateway-key-expiry', 'no expiry', 'Does not expire', 'بلا انتهاء صلاحية'],
  [
    ...(['scim-change', 'sends_invitations false'] as const),
    'Without invitations to new users',
    'دون دعوات للمستخدمين الجدد',
  ],
  ['webhook-change', 'url, pause, paused_at', 'Address · State', 'العنوان · الحالة'],
  ['webhook-pause', 'pause, paused_at', '', ''],
  ['webhook-test', 'none', 'Delivered', 'وصل الاختبار'],
  ['webhook-resend', '3 messages', '3 messages', '3 رسائل'],
  ['sign-in', 'of a newer server', 'of a newer server', 'of a newer server'],
  ['flag-change', 'expires_at colour', 'End · colour', 'انتهاء الصلاحية · colour'],
  [
    ...(['factor-policy', 'from required_in_14_days to forever'] as const),
    'Second factors: required within 14 days to forever',
    'العوامل الثانية: من مطلوب خلال 14 يومًا إلى forever',
  ],
  [
    ...(['factor-policy', 'x from optional to required'] as const),
    ...(['x from optional to required', 'x from optional to required'] as const),
  ],
  [
    ...(['webhook-change', 'events, description, organization_id, failing_since, colour'] as const),
    'Events · Description · Organization · colour',
    'الأحداث · الوصف · المؤسسة · colour',
  ],
  // No word, but a name that every object has.
  ['session-end', 'toString', 'toString', 'toString'],
  // Words with a gap, which nothing fills.
  ['session-end', 'expires', 'expires', 'expires'],
  ['domain-add', 'firm.example', 'firm.example', 'firm.example'],
]

test.each(details)(
  'the detail of %s, %s, is said in the language of the page',
  (action, detail, english, arabic) => {
    const recorded = { ...entry, action, target_type: 'call', detail }
    expect(detailWords(recorded)).toBe(english)
    speak('ar')
    const stops = messageStores.map((store) => store.listen(() => undefined))
    expect(withoutIsolates(detailWords(recorded) ?? '')).toBe(arabic)
    for (const stop of stops) stop()
  },
)

test.each([
  ['', []],
  ['change sign-in change', ['Changed a user', 'Signed in', 'Changed a user']],
  ['sign-in sign-in logout', ['2 sign-ins · 1 sign-out']],
  ['logout logout failed', ['2 sign-outs', 'Failed to sign in']],
  ['sign-in failed sign-in', ['Signed in', 'Failed to sign in', 'Signed in']],
])('the entries %j are the rows %j', (actions, rows) => {
  const names: Readonly<Record<string, string>> = {
    change: 'user-change',
    failed: 'failed-sign-in',
  }
  const entries = actions.split(' ').filter(Boolean)
  const given = entries.map((action) => ({ ...entry, action: names[action] ?? action }))
  const folds = foldSignIns(given)
  expect(folds.map(whatOf)).toEqual(rows)
  expect(folds.flat()).toEqual(given)
})

test('a fold names each user once, and the organization only where it is that of all', () => {
  const [first, second] = ['Omar', 'Rania'].map((actor_name) => ({ ...entry, actor_name }))
  if (first === undefined || second === undefined) throw new Error('Two entries')
  expect(whoOf([first, second, first])).toBe('Omar · Rania')
  expect(organizationOf([first, second])).toBe('Cedar')
  expect(organizationOf([first, { ...second, organization_name: null }])).toBe('')
})

test('a request for support is said with the words of its form', () => {
  const detail = 'false_positive, urgent, of_tomorrow'
  expect(detailWords({ ...entry, action: 'support-request', detail })).toBe(
    'False positive · Urgent · of_tomorrow',
  )
})

test('the end of a key is a day', () => {
  const recorded = { ...entry, action: 'gateway-key-expiry', target_type: 'gateway-key' }
  expect(detailWords({ ...recorded, detail: 'organization 0198, 2026-03-09T12:00:00.000Z' })).toBe(
    'Expires Mar 9, 2026',
  )
})

test('a filter is named by an entry that it found, or by its id', () => {
  expect(chosenOf('actor_id', 'a', [entry])).toEqual({ id: 'a', label: 'Omar' })
  expect(chosenOf('organization_id', 'o', [entry])).toEqual({ id: 'o', label: 'Cedar' })
  expect(chosenOf('target_id', 'x', [entry])).toEqual({ id: 'x', label: 'x' })
  expect(chosenOf('target_id', undefined, [entry])).toBeUndefined()
})

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
