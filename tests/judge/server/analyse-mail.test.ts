import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { analyseMailEndpoint } from '../../../contract/judge/analyse-mail.ts'
import { makeMail } from '../../support/judge/mails.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { times } from '../../support/until.ts'
import {
  makeDomain,
  makeGatewayKey,
  makeOrganization,
  makeUser,
} from '../../support/worlds/factories.ts'

const path = '/api/analyses'
const phishing = makeMail({
  from: 'PayPal Service <service@paypa1-secure.top>',
  subject: 'Your account has been limited',
  type: 'text/html; charset=utf-8',
  body: '<p>Dear customer,</p><p>we noticed unusual activity. Verify your account within 24 hours or it will be permanently closed.</p><a href="https://k3j2h4.web.app/login">Verify now</a>',
})

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server[Symbol.asyncDispose]())

async function makeKey(scope: 'report' | 'analyse' = 'analyse') {
  const organizationId = await makeOrganization(server)
  return { organizationId, token: await makeGatewayKey(server, organizationId, scope) }
}

test('a mail gets a level, a score and reasons in words', async () => {
  const { token } = await makeKey()
  const answer = await server.post(path, { token, body: phishing })
  expect(answer.status).toBe(200)
  const { threat_level, score, reasons, model, unread } = answer.output(analyseMailEndpoint)
  expect(threat_level).toBe('suspicious')
  expect(score).toBeGreaterThan(0.5)
  const brand = reasons.find(({ code }) => code === 'brand_name_on_foreign_domain')
  expect(brand?.text).toBe('The sender uses the name “PayPal”, but writes from paypa1-secure.top')
  expect(model).toMatch(/^[0-9a-f]{8}$/)
  expect(unread).toEqual(['authentication'])
})

test('the words are in the language that is asked for', async () => {
  const { token } = await makeKey()
  const answer = await server.post(`${path}?locale=ar`, { token, body: phishing })
  const { reasons } = answer.output(analyseMailEndpoint)
  expect(reasons[0]?.text).toMatch(/\p{Script=Arabic}/u)
})

test('nothing of the mail is kept or logged', async () => {
  const { token } = await makeKey()
  await server.post(path, { token, body: phishing })
  for (const table of ['scans', 'mail_checks', 'scan_totals', 'audit'] as const) {
    expect(
      JSON.stringify(await server.database.selectFrom(table).selectAll().execute()),
    ).not.toMatch(/paypa1|limited/)
  }
  expect(server.logged.join()).not.toMatch(/paypa1|limited/)
})

/** Makes a mail in the name of a colleague of an organization, and the key of that organization. */
async function makeColleague(full_name: string) {
  const { organizationId, token } = await makeKey()
  await makeUser(server, { organizationId, full_name })
  await makeDomain(server, organizationId, `${randomUUID()}.example`)
  const mail = makeMail({
    from: `${full_name} <office.${full_name.length}@gmail.com>`,
    subject: 'Urgent',
    body: 'I need you to process a wire transfer before noon. Keep this confidential, I am in a meeting.',
  })
  return { token, mail }
}

async function codesOf(token: string, mail: Uint8Array): Promise<string[]> {
  const answer = await server.post(path, { token, body: mail })
  return answer.output(analyseMailEndpoint).reasons.map(({ code }) => code)
}

test('the colleagues of an organization are known to it alone', async () => {
  const { token, mail } = await makeColleague('Omar Al-Haddad')
  const other = await makeKey()
  expect(await codesOf(token, mail)).toContain('colleague_name_on_foreign_address')
  expect(await codesOf(other.token, mail)).not.toContain('colleague_name_on_foreign_address')
})

test('the colleagues of many organizations are told apart, again and again', async () => {
  const numbers = Array.from({ length: 40 }, (_, number) => number)
  const letters = (number: number) => String.fromCharCode(97 + (number % 26)).repeat(4 + number)
  const all = await Promise.all(numbers.map((number) => makeColleague(`Omar ${letters(number)}`)))
  // Those asked last are known still.
  for (const number of [...numbers, ...numbers.toReversed()]) {
    const [asked, other] = [all[number], all[(number + 1) % all.length]]
    if (asked === undefined || other === undefined) throw new Error('no organization')
    expect(await codesOf(asked.token, asked.mail)).toContain('colleague_name_on_foreign_address')
    const codes = await codesOf(asked.token, other.mail)
    expect(codes).not.toContain('colleague_name_on_foreign_address')
  }
})

test('a key for reports is refused, and so is a text that is no mail', async () => {
  const { token } = await makeKey('report')
  expect((await server.post(path, { token, body: phishing })).status).toBe(403)
  const analysing = await makeKey()
  const answer = await server.post(path, { token: analysing.token, body: Buffer.from('hello') })
  expect(answer.status).toBe(422)
})

/** The parser takes long for its lines. */
const dear = makeMail({ body: '\n'.repeat(3_000_000) })

test('dear mails of one organization delay neither those of another nor its own cheap ones', async () => {
  const [busy, calm] = [await makeKey(), await makeKey()]
  const answered: string[] = []
  const ask = async (name: string, token: string, body: Uint8Array) => {
    const { status, headers } = await server.post(path, { token, body })
    answered.push(`${name} ${status}`)
    return { status, retryAfter: headers.get('retry-after') }
  }
  const many = times(24, () => ask('dear', busy.token, dear))
  const own = ask('own', busy.token, phishing)
  const other = ask('other', calm.token, phishing)
  const answers = await many
  expect(await Promise.all([own, other])).toMatchObject([{ status: 200 }, { status: 200 }])
  const last = answered.lastIndexOf('dear 200')
  expect(answered.indexOf('own 200')).toBeLessThan(last)
  expect(answered.indexOf('other 200')).toBeLessThan(last)
  const full = answers.filter(({ status }) => status === 503)
  expect(full.length).toBeGreaterThan(0)
  expect(full[0]?.retryAfter).toBe('1')
})
