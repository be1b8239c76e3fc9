import { expect, test } from 'vitest'
import { listMessagesEndpoint } from '../../../contract/emails/list-messages.ts'
import type { Scan } from '../../../contract/emails/report-scans.ts'
import { showOneMessageEndpoint } from '../../../contract/emails/show-one-message.ts'
import { nextQuery } from '../../../src/lib/core/api/pages.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeSession, makeUser, reportScans } from '../../support/worlds/factories.ts'

const dayMs = 24 * 60 * 60 * 1000

async function withMail(server: TestServer, scans: readonly Partial<Scan>[]) {
  const user = await makeUser(server)
  const reported = await reportScans(server, user, scans)
  const token = await makeSession(server, user)
  const list = async (query = '', { as = token } = {}) => {
    const answer = await server.get(`/api/messages${query}`, { token: as })
    return answer.output(listMessagesEndpoint)
  }
  const subjects = async (query = '', asked = {}) =>
    (await list(query, asked)).map(({ email_subject }) => email_subject)
  return { user, token, list, subjects, ids: reported.map(({ id }) => id) }
}

/** Times of reports, the first one the newest. */
const before = (server: TestServer, days: number) =>
  new Date(server.clock().getTime() - days * dayMs).toISOString()

test('a message has what a row and its panel show; of malicious mail only the domain', async () => {
  await using server = await createTestServer()
  const { list } = await withMail(server, [
    {
      sender: 'office@firm.example',
      subject: 'Minutes',
      threat_level: 'suspicious',
      detection_reason: 'Unusual pressure',
      indicators: ['Urgent wording'],
      disposition: 'quarantined',
      authentication: { spf: 'softfail', dmarc: 'fail' },
      received_at: before(server, 1),
    },
    {
      sender: 'secret@evil.example',
      subject: 'Secret',
      threat_level: 'malicious',
      authentication: { spf: 'pass', dkim: 'none', dmarc: 'none' },
    },
  ])
  expect(await list()).toMatchObject([
    {
      email_subject: '',
      sender_domain: 'evil.example',
      sender_address: '',
      threat_level: 'malicious',
      delete_after: null,
      authentication: { spf: 'pass', dkim: 'none', dmarc: 'none' },
    },
    {
      email_subject: 'Minutes',
      sender_domain: 'firm.example',
      sender_address: 'office@firm.example',
      threat_level: 'suspicious',
      detection_reason: 'Unusual pressure',
      timestamp: before(server, 1),
      disposition: 'quarantined',
      scan_details: { content_analysis: { indicators: ['Urgent wording'] } },
      delete_after: before(server, -29),
      authentication: { spf: 'softfail', dkim: null, dmarc: 'fail' },
    },
  ])
})

test.each([
  ['résumé', 'RESUME'],
  ['RESUME', 'résumé'],
  ['ＩＮＶＯＩＣＥ 7', 'invoice'],
  ['مُرَاجَعَة', 'مراجعة'],
  ['100 % off_now', '% off_'],
  ['Minutes of Monday', 'monday minutes'],
  ['Minutes', 'OFFICE@firm.example'],
  ['Minutes', 'firm.example'],
  ['Minutes', 'minutes office@'],
])('mail with the subject %s is found by %s', async (subject, q) => {
  await using server = await createTestServer()
  const { subjects } = await withMail(server, [
    { subject, sender: 'office@firm.example' },
    { subject: 'Other', sender: 'b@other.example' },
  ])
  expect(await subjects(`?${new URLSearchParams({ q })}`)).toEqual([subject])
})

test('what was never seen is an empty list, and signs are no wildcards', async () => {
  await using server = await createTestServer()
  const { subjects } = await withMail(server, [{ subject: 'Minutes' }])
  for (const q of ['nothing', '%', '_', '\\', 'min%tes', "'"]) {
    expect(await subjects(`?${new URLSearchParams({ q })}`), q).toEqual([])
  }
})

test('messages are filtered by level and time, and sorted by sender', async () => {
  await using server = await createTestServer()
  const { subjects } = await withMail(server, [
    { subject: 'C', sender: 'x@b.example', received_at: before(server, 0) },
    { subject: 'B', sender: 'x@c.example', received_at: before(server, 2) },
    {
      subject: 'A',
      sender: 'x@a.example',
      received_at: before(server, 4),
      threat_level: 'suspicious',
    },
  ])
  expect(await subjects()).toEqual(['C', 'B', 'A'])
  expect(await subjects('?order=asc')).toEqual(['A', 'B', 'C'])
  expect(await subjects('?sort=sender')).toEqual(['A', 'C', 'B'])
  expect(await subjects('?level=suspicious')).toEqual(['A'])
  expect(await subjects(`?from=${before(server, 2)}`)).toEqual(['C', 'B'])
  expect(await subjects(`?to=${before(server, 2)}`)).toEqual(['A'])
  const day = before(server, 4).slice(0, 10)
  expect(await subjects(`?to=${day}`)).toEqual([])
})

test.each(['', '&order=asc', '&sort=sender', '&q=mail', '&level=safe'])(
  'pages with %s hold every message once, also of the same time and sender',
  async (query) => {
    await using server = await createTestServer()
    const scans = Array.from({ length: 7 }, (_, number) => ({
      subject: `Mail ${number}`,
      received_at: before(server, number % 2),
    }))
    const { token } = await withMail(server, scans)
    const found: string[] = []
    let next: string | undefined = `limit=3${query}`
    while (next !== undefined) {
      const answer = await server.get(`/api/messages?${next}`, { token })
      found.push(...answer.output(listMessagesEndpoint).map(({ email_subject }) => email_subject))
      const link = nextQuery(answer.headers.get('link'))
      next = link && String(new URLSearchParams(link))
    }
    expect(found.toSorted()).toEqual(scans.map(({ subject }) => subject))
  },
)

test("another user's mail is neither listed nor shown, and is like an unknown one", async () => {
  await using server = await createTestServer()
  const { user, ids } = await withMail(server, [{ subject: 'Private' }])
  const colleague = await makeUser(server, {
    organizationId: user.organizationId,
    role: 'team_lead',
  })
  for (const asker of [colleague, await makeUser(server, { role: 'super_admin' })]) {
    const token = await makeSession(server, asker)
    const answer = await server.get('/api/messages?q=private', { token })
    expect(answer.output(listMessagesEndpoint)).toEqual([])
    const theirs = await server.get(`/api/messages/${ids[0]}`, { token })
    const unknown = await server.get('/api/messages/0190a000-0000-7000-8000-00000000ffff', {
      token,
    })
    expect(theirs.status).toBe(404)
    expect(theirs.body).toEqual(unknown.body)
  }
})

test('a message has the history of its sender with the user, by address and by domain', async () => {
  await using server = await createTestServer()
  const { token, ids } = await withMail(server, [
    { sender: 'a@firm.example', received_at: before(server, 3) },
    { sender: 'a@firm.example', threat_level: 'suspicious', received_at: before(server, 2) },
    { sender: 'b@firm.example', received_at: before(server, 1) },
    { sender: 'a@firm.example', threat_level: 'malicious', received_at: before(server, 0) },
    { sender: 'a@other.example' },
  ])
  await withMail(server, [{ sender: 'a@firm.example' }])
  const show = async (position: number) =>
    (await server.get(`/api/messages/${ids[position]}`, { token })).output(showOneMessageEndpoint)
  const of_domain = {
    safe: 2,
    suspicious: 1,
    malicious: 1,
    first_at: before(server, 3),
    last_at: before(server, 0),
    is_part: false,
  }
  expect(await show(0)).toMatchObject({
    message: { id: ids[0], sender_address: 'a@firm.example' },
    of_domain,
    of_address: {
      safe: 1,
      suspicious: 1,
      malicious: 0,
      first_at: before(server, 3),
      last_at: before(server, 2),
    },
  })
  expect(await show(3)).toMatchObject({ of_domain, of_address: null })
})
