import { cleanStores } from 'nanostores'
import { parse } from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { displayMonth } from '../../../src/lib/core/i18n/format.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import {
  $openId,
  filterCount,
  messageDetails,
  messages,
  noFilters,
  openMessage,
  orderOf,
  orders,
  originOf,
  senderIn,
  totalOf,
  wordsOfCheck,
} from '../../../src/lib/emails/messages.ts'
import {
  fateOf,
  hasMore,
  monthsOf,
  splitIndicators,
  type Threat,
  wordsOf,
} from '../../../src/lib/emails/threats.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const list = 'GET /api/messages'
const address = '/dashboard/employee?view=messages'
let stop = () => {}

async function asked(query: string) {
  $router.open(`${address}&${query}`)
  const unlisten = messages.$paged.listen(() => {})
  stop = unlisten
  await vi.waitFor(() => expect(messages.$paged.get().status).toBe('loaded'), {
    interval: 1,
    timeout: 30_000,
  })
  return server.calls.map(({ query: { limit: _, ...others } }) => others)
}

function detailsOf(id: string) {
  const history = { safe: 1, suspicious: 2, malicious: 3 }
  return { message: { id, email_subject: id }, of_domain: history }
}

function shownMessage() {
  const details = messageDetails.$resource.get()
  return details.status === 'loaded' ? details.data.message.email_subject : details.status
}

describe('messages', () => {
  beforeEach(() => {
    vi.stubEnv('TZ', 'Asia/Amman')
    $router.open(address)
    server.answer({ [list]: () => Response.json([]) })
  })

  afterEach(() => {
    stop()
    cleanStores(messages.$paged, messageDetails.$resource, $openId)
    vi.unstubAllEnvs()
  })

  test.each([
    ['q=bank&level=suspicious', { q: 'bank', level: 'suspicious' }],
    ['sort=sender&order=asc', { sort: 'sender', order: 'asc' }],
    ['level=harmless', {}],
    ['from=2026-03-01', { from: '2026-02-28T21:00:00.000Z' }],
    ['to=2026-03-31', { to: '2026-03-31T21:00:00.000Z' }],
    [
      'from=2026-12-31&to=2026-12-31',
      { from: '2026-12-30T21:00:00.000Z', to: '2026-12-31T21:00:00.000Z' },
    ],
    ['from=yesterday', {}],
    ['from=2026-03-01T10:00', {}],
    ['to=12026-03-01', {}],
  ])('the address %j asks for %o, and days begin where the user is', async (query, wanted) => {
    expect(await asked(query)).toEqual([wanted])
  })

  test('what is no day is no filter, and no message is open outside the screens', () => {
    $router.open(`${address}&from=yesterday&to=2026-03-31`)
    expect(messages.$query.get()).toEqual({ to: '2026-03-31' })
    $router.open('/somewhere/else')
    expect($openId.get()).toBeUndefined()
  })

  test.each([
    [{}, 'newest'],
    [orders.newest, 'newest'],
    [orders.oldest, 'oldest'],
    [orders.bySender, 'bySender'],
    [{ sort: 'sender', order: 'asc' }, 'bySender'],
    [{ order: 'desc' }, 'newest'],
  ] as const)('the parameters %o are the order %j', (query, order) => {
    expect(orderOf(query)).toBe(order)
  })

  test('the filters are counted without the search and the order', () => {
    expect(filterCount({})).toBe(0)
    expect(filterCount({ q: 'bank', sort: 'sender', order: 'asc' })).toBe(0)
    expect(filterCount({ level: 'safe', from: '2026-03-01', to: '2026-03-02' })).toBe(3)
    expect(filterCount(noFilters)).toBe(0)
  })

  test.each([
    ['billing@lookalike.example', true],
    ['@lookalike.example', true],
    ['lookalike.example', true],
    ['مثال.إختبار', true],
    ['lookalike', false],
    ['billing@lookalike', false],
    ['invoice 2.50', false],
    ['from lookalike.example', false],
    ['lookalike.example now', false],
    ['a@b@lookalike.example', false],
    ['lookalike.e', false],
    ['lookalike.', false],
    ['', false],
  ])('the search %j names a sender: %j', (text, isSender) => {
    expect(senderIn(text)).toBe(isSender ? text : undefined)
  })

  test('the open message is in the address, and is loaded with its history', async () => {
    for (const id of ['a/1', '2']) {
      server.answer({ [`GET /api/messages/${encodeURIComponent(id)}`]: detailsOf(id) })
    }
    openMessage('a/1')
    expect($router.get()?.search).toEqual({ view: 'messages', message: 'a/1' })
    expect($openId.get()).toBe('a/1')
    stop = messageDetails.$resource.listen(() => {})
    await vi.waitFor(() => expect(shownMessage()).toBe('a/1'), { interval: 1, timeout: 30_000 })
    openMessage(2)
    await vi.waitFor(() => expect(shownMessage()).toBe('2'), { interval: 1, timeout: 30_000 })
    openMessage(undefined)
    expect($router.get()?.search).toEqual({ view: 'messages' })
    expect($openId.get()).toBeUndefined()
    await new Promise((resolve) => setImmediate(resolve))
    expect(server.names()).toEqual(['GET /api/messages/a%2F1', 'GET /api/messages/2'])
  })

  test.each([
    [{ spf: 'fail', dkim: 'fail', dmarc: 'pass' }, 'proven'],
    [{ spf: 'pass', dkim: 'pass', dmarc: 'fail' }, 'denied'],
    [{ spf: null, dkim: null, dmarc: null }, 'notReported'],
    [{ spf: 'pass', dkim: null, dmarc: null }, 'unproven'],
    [{ spf: null, dkim: 'none', dmarc: null }, 'unproven'],
    [{ spf: null, dkim: null, dmarc: 'none' }, 'unproven'],
  ])('with the checks %o the origin is %j', (authentication, origin) => {
    expect(originOf(authentication)).toBe(origin)
  })

  test.each([
    ['spf', 'pass', 'spfPass'],
    ['spf', 'softfail', 'spfFail'],
    ['dkim', 'fail', 'dkimFail'],
    ['dkim', 'temperror', 'notChecked'],
    ['dmarc', 'permerror', 'notChecked'],
    ['dmarc', 'none', 'dmarcNone'],
    ['spf', 'neutral', 'spfNone'],
    ['spf', null, 'unsaid'],
  ] as const)('the result of %s %j has the words %j', (check, result, words) => {
    expect(wordsOfCheck(check, result)).toBe(words)
  })

  test('the total counts mail of every level', () => {
    const none = { first_at: null, last_at: null, is_part: false }
    expect(totalOf({ ...none, safe: 1, suspicious: 20, malicious: 300 })).toBe(321)
  })
})

function threat(overrides: Record<string, unknown> = {}): Threat {
  const [made] = parse(employeeDashboardEndpoint.output, {
    recent_phishing_emails: [{ id: 't', ...overrides }],
  }).recent_phishing_emails
  return made ?? expect.fail('no threat')
}

const indicatorsOf = (given: Threat) => given.scan_details.content_analysis.indicators

function threatWith(scan_details: unknown) {
  return threat({ scan_details })
}

function indicators(count: number) {
  return Array.from({ length: count }, (_, index) => `indicator ${index + 1}`)
}

test.each([
  [5, 3, 2],
  [4, 3, 1],
  [3, 3, 0],
  [0, 0, 0],
])(
  'with %i indicators %i are shown and %i are more',
  { tags: ['R125', 'R126', 'R127'] },
  (count, shown, more) => {
    const threat = threatWith({ content_analysis: { indicators: indicators(count) } })
    expect(splitIndicators(indicatorsOf(threat))).toEqual({ shown: indicators(shown), more })
  },
)

test.each([
  null,
  undefined,
  {},
  { content_analysis: null },
  { content_analysis: { indicators: null } },
])('with %j there are no indicators', { tags: ['R128'] }, (details) => {
  expect(splitIndicators(indicatorsOf(threatWith(details)))).toEqual({ shown: [], more: 0 })
})

test.each([
  ['four signs', { indicators: indicators(4) }, true],
  ['three signs', { indicators: indicators(3) }, false],
  ['a very long sign', { indicators: ['sign '.repeat(60)] }, true],
  ['a sign that is just shown in full', { indicators: ['x'.repeat(160)] }, false],
  ['a sign that is one letter longer', { indicators: ['x'.repeat(161)] }, true],
  ['nothing', { indicators: [] }, false],
])('a threat with %s can be expanded: %j is %j', (_, content_analysis, more) => {
  const given = threatWith({ content_analysis })
  expect(hasMore(given, indicatorsOf(given))).toBe(more)
})

test.each([
  ['malicious', null, 'maliciousKeptOut'],
  ['malicious', 'quarantined', 'maliciousKeptOut'],
  ['malicious', 'rejected', 'maliciousKeptOut'],
  ['malicious', 'delivered', 'maliciousDelivered'],
  ['suspicious', null, 'suspiciousDelivered'],
  ['suspicious', 'delivered', 'suspiciousDelivered'],
  ['suspicious', 'quarantined', 'suspiciousKeptOut'],
  ['suspicious', 'rejected', 'suspiciousKeptOut'],
  ['malicious', 'moved', 'maliciousMoved'],
  ['suspicious', 'moved', 'suspiciousMoved'],
  ['safe', null, undefined],
  ['safe', 'quarantined', undefined],
])('%s mail with the disposition %s is %s', (threat_level, disposition, fate) => {
  expect(fateOf(threat({ threat_level, disposition }))).toBe(fate)
})

test.each(['', ' ', '\t\n', '\u00a0', '\u200b', '\u202e \u2066'])(
  'a subject of %j is empty',
  { tags: ['R118'] },
  (email_subject) => {
    expect(wordsOf(threat({ email_subject })).subject).toBe('')
  },
)

test('blanks around a subject stay', { tags: ['R118'] }, () => {
  expect(wordsOf(threat({ email_subject: ' Invoice ' })).subject).toBe(' Invoice ')
})

test('threats are grouped by month in their original order', () => {
  const times = ['2026-03-20', '2026-03-02', '2026-01-15', 'some day', '2026-03-01', '2025-03-10']
  const threats = times.map((day) => threat({ id: day, timestamp: `${day}T12:00:00Z` }))
  const months = monthsOf(threats, displayMonth)
  expect(months.map(({ name, threats }) => [name, threats.map(({ id }) => id)])).toEqual([
    ['March 2026', ['2026-03-20', '2026-03-02', '2026-03-01']],
    ['January 2026', ['2026-01-15']],
    ['', ['some day']],
    ['March 2025', ['2025-03-10']],
  ])
})
