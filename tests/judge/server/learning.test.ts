import { afterEach, beforeEach, expect, test } from 'vitest'
import { showAttentionEndpoint } from '../../../contract/attention/show-attention.ts'
import { checkMailEndpoint } from '../../../contract/emails/check-mail.ts'
import { reportScansEndpoint } from '../../../contract/emails/report-scans.ts'
import { analyseMailEndpoint } from '../../../contract/judge/analyse-mail.ts'
import { showLearningEndpoint } from '../../../contract/judge/learning.ts'
import { wholeWeight } from '../../../judge/learn/layer.ts'
import { dayMs, isoAfter, minuteMs, secondMs } from '../../../server/core/clock.ts'
import { learnOnce } from '../../../server/judge/judge.ts'
import { keepPending } from '../../../server/judge/learning/keep-pending.ts'
import { unpackLayer } from '../../../server/judge/learning/packed.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import {
  type MadeUser,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../support/worlds/factories.ts'
import { makeGatewayKey } from '../../support/worlds/mail-factories.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server[Symbol.asyncDispose]())

const tables = ['learnt_versions', 'pending_lessons', 'mail_lessons', 'marks'] as const

interface Mail {
  readonly from: string
  readonly subject: string
  readonly body: string
}

const invoice = (number: number, from = 'billing@paperworks.example'): Mail => ({
  from,
  subject: `Your monthly invoice ${number} is ready, confirm your account`,
  body: `Dear customer, your invoice ${number} is attached. Please verify your account at https://paperworks-${number}.web.app/login before the end of the month.`,
})

const prize = (number: number): Mail => ({
  from: 'lottery@prize.example',
  subject: `You have won the grand lottery draw ${number}`,
  body: `Congratulations! Claim the winnings of draw ${number} at once: send the transfer fee by gift card.`,
})

const newsletter = (number: number): Mail => ({
  from: `news@garden-${number}.example`,
  subject: `Spring in the garden, part ${number}`,
  body: `Tulips, tomatoes and the weather of week ${number}: what our gardeners plant now.`,
})

async function setUp(at: TestServer = server) {
  const organizationId = await makeOrganization(at, { judge_per_thousand: 20 })
  const make = () => makeUser(at, { organizationId })
  const users = [await make(), await make(), await make()] as const
  const analysing = await makeGatewayKey(at, organizationId, 'analyse')
  const reporting = await makeGatewayKey(at, organizationId)
  const admin = await makeUser(at, { role: 'super_admin' })
  const base = '/api/admin/organizations'
  let sent = 0

  const sessionOf = (user: MadeUser) => makeSession(at, user)

  async function analyse({ from, subject, body }: Mail, given?: string) {
    sent += 1
    const id = given ?? `<${sent}@mail.example>`
    const mail = `From: <${from}>\r\nTo: <${users[0].email}>\r\nSubject: ${subject}\r\nMessage-ID: ${id}\r\n\r\n${body}\r\n`
    const bytes = new TextEncoder().encode(mail)
    const answer = await at.post('/api/analyses', { token: analysing, body: bytes })
    expect(answer.status).toBe(200)
    return { ...answer.output(analyseMailEndpoint), id }
  }

  /** A mail that comes: analysed and, with its verdict, reported. @returns the id of the stored mail */
  async function receive(mail: Mail, threat_level: string, user: MadeUser = users[0]) {
    const { id } = await analyse(mail)
    const { from: sender, subject } = mail
    const body = { recipient: user.email, sender, subject, threat_level, message_id: id }
    const answer = await at.post('/api/scans', { token: reporting, body })
    expect(answer.status).toBe(200)
    return String(answer.output(reportScansEndpoint).scans[0]?.id ?? '')
  }

  const rows = async (table: (typeof tables)[number]) =>
    at.database
      .selectFrom(table)
      .selectAll()
      .where('organization_id', '=', organizationId)
      .execute()

  return {
    ...{ organizationId, users, admin, sessionOf, analyse, receive, rows },
    async mark(user: MadeUser, id: string, opinion: 'honest' | 'dangerous') {
      const body = { kind: 'scan', id, opinion }
      const answer = await at.post('/api/mail-reports', { token: await sessionOf(user), body })
      expect(answer.status).toBe(200)
    },
    async learnsFromMail(learns_from_mail: boolean) {
      const body = { organization_id: organizationId, learns_from_mail }
      const token = await sessionOf(admin)
      expect((await at.post(`${base}/learning`, { token, body })).status).toBe(200)
      at.clock.pass(6 * secondMs)
    },
    async shown() {
      const path = `${base}/${organizationId}/learning`
      const token = await sessionOf(admin)
      return (await at.get(path, { token })).output(showLearningEndpoint)
    },
    async change(what: 'restore' | 'forget', more: object = {}) {
      const body = { organization_id: organizationId, ...more }
      const token = await sessionOf(admin)
      const { status } = await at.post(`${base}/learning/${what}`, { token, body })
      at.clock.pass(6 * secondMs)
      return status
    },
    acts: () =>
      at.database
        .selectFrom('audit')
        .select(['action', 'actor_id', 'actor_role', 'detail'])
        .where('action', 'like', 'judge-%')
        .orderBy('id')
        .execute(),
    /** Learns what is due, until all servers have seen it. */
    async learn() {
      at.clock.pass(5 * minuteMs)
      await learnOnce(at.services)
      at.clock.pass(6 * secondMs)
    },
  }
}

type World = Awaited<ReturnType<typeof setUp>>

/** Marks that count in full: each user says it of two mails. */
async function agree(
  { users, mark, receive }: World,
  opinion: 'honest' | 'dangerous',
  mail = invoice,
) {
  for (const [index, user] of users.entries()) {
    for (const number of [1, 2]) {
      await mark(user, await receive(mail(index * 10 + number), 'suspicious', user), opinion)
    }
  }
}

test('users who agree about suspicious mail lower the score of mail like it, and mail that it clears is listed', async () => {
  const world = await setUp()
  const { analyse, receive, learn, shown, users } = world
  const before = await analyse(invoice(100))
  await agree(world, 'honest')
  await agree(world, 'dangerous', prize)
  expect((await shown()).marks).toMatchObject({ waiting: 12 })
  await learn()
  const after = await analyse(invoice(101))
  expect(after.score).toBeLessThan(before.score)
  expect(await shown()).toMatchObject({
    version: 1,
    versions: [{ number: 1, cause: 'update', marks: 12, mails: 0 }],
    marks: { honest: 6, dangerous: 6, confirmed: 12, doubtful: 0, waiting: 0, refused: 0 },
  })
  expect(before.threat_level).toBe('suspicious')
  expect(after.threat_level).toBe('safe')
  await receive(invoice(102), 'safe', users[0])
  await learn()
  expect(await shown()).toMatchObject({
    changed_mails: 1,
    changes: [{ sender_domain: 'paperworks.example', change: 'cleared' }],
  })
})

test('ordinary mail teaches only once that is switched on, and each vector is gone when it is learnt', async () => {
  const { receive, learn, learnsFromMail, rows, shown, acts, admin } = await setUp()
  await receive(newsletter(1), 'safe')
  expect(await rows('pending_lessons')).toEqual([])
  expect(await shown()).toMatchObject({ learns_from_mail: false, is_chosen: false })
  await learnsFromMail(true)
  for (const number of [2, 3, 4]) await receive(newsletter(number), 'safe')
  expect(await rows('pending_lessons')).toHaveLength(3)
  await learn()
  expect(await rows('pending_lessons')).toEqual([])
  expect(await rows('mail_lessons')).toEqual([])
  expect(await shown()).toMatchObject({
    learns_from_mail: true,
    is_chosen: true,
    versions: [{ marks: 0, mails: 3 }],
  })
  await learnsFromMail(false)
  await receive(newsletter(5), 'safe')
  await learn()
  expect((await shown()).versions).toMatchObject([{ mails: 3 }])
  expect(await acts()).toEqual([
    { action: 'judge-learning', actor_id: admin.id, actor_role: 'super_admin', detail: 'true' },
    { action: 'judge-learn', actor_id: null, actor_role: 'judge', detail: 'version 1' },
    { action: 'judge-learning', actor_id: admin.id, actor_role: 'super_admin', detail: 'false' },
  ])
})

test('what waits for a verdict is encrypted, and gone after ten minutes', async () => {
  const { analyse, learn, learnsFromMail, rows } = await setUp()
  await learnsFromMail(true)
  await analyse(newsletter(1))
  await analyse(invoice(1))
  const kept = await rows('pending_lessons')
  expect(kept).toHaveLength(2)
  expect(JSON.stringify(kept)).not.toMatch(/garden|paperworks|mail\.example|places|score/)
  await learn()
  expect(await rows('pending_lessons')).toHaveLength(2)
  await learn()
  expect(await rows('pending_lessons')).toEqual([])
  expect(await rows('learnt_versions')).toEqual([])
})

test('a flood teaches no more than 500 mails at a time', async () => {
  const { organizationId, rows } = await setUp()
  const mail = {
    sender: 'a@b.example',
    isKnownSender: false,
    score: 0.9,
    level: 'suspicious',
  } as const
  for (let number = 0; number < 505; number += 1) {
    const taught = { ...mail, messageId: `<${number}@b.example>`, places: 'AAAA' }
    await keepPending(server.services, organizationId, { ...taught, sharedLevel: 'suspicious' })
  }
  expect(await rows('pending_lessons')).toHaveLength(500)
})

test('different mails with one Message-ID teach nothing, and the strictest verdict for any recipient counts', async () => {
  const { analyse, receive, learn, learnsFromMail, rows, users } = await setUp()
  await learnsFromMail(true)
  await analyse(invoice(1), '<same@mail.example>')
  await analyse(newsletter(1), '<same@mail.example>')
  await receive(newsletter(2), 'malicious', users[1])
  await learn()
  expect(await rows('learnt_versions')).toEqual([])
  expect(await rows('mail_lessons')).toEqual([])
})

test('nothing of malicious mail is kept, and neither it nor a checked mail teaches', async () => {
  const { receive, mark, learn, rows, users, sessionOf } = await setUp()
  const id = await receive(invoice(1), 'malicious')
  await mark(users[0], id, 'honest')
  await mark(users[0], id, 'dangerous')
  const body = new TextEncoder().encode(
    'From: <a@b.example>\r\nMessage-ID: <1@b.example>\r\n\r\nHello',
  )
  const checked = await server.post('/api/mail-checks', { token: await sessionOf(users[0]), body })
  expect(checked.status).toBe(200)
  const check = {
    kind: 'check',
    id: String(checked.output(checkMailEndpoint).id),
    opinion: 'honest',
  }
  const reported = { token: await sessionOf(users[0]), body: check }
  expect((await server.post('/api/mail-reports', reported)).status).toBe(200)
  expect(await rows('marks')).toEqual([])
  await learn()
  for (const table of tables) expect(await rows(table), table).toEqual([])
})

test("a user's last word about a mail counts, and a flag or an undone block is a mark on the sender", async () => {
  const { receive, mark, rows, users, sessionOf } = await setUp()
  const id = await receive(invoice(1), 'suspicious')
  await mark(users[0], id, 'honest')
  await mark(users[0], id, 'dangerous')
  const token = await sessionOf(users[1])
  const flags = [
    { flag_type: 'green', value: 'shop.example' },
    { flag_type: 'red', value: 'bulk@spam.example' },
  ]
  for (const body of flags) {
    expect((await server.post('/api/flags/add', { token, body })).status).toBe(200)
  }
  const red = await server.database
    .selectFrom('flags')
    .select('id')
    .where('flag_type', '=', 'red')
    .executeTakeFirstOrThrow()
  expect((await server.delete(`/api/flags/remove/${red.id}`, { token })).status).toBe(200)
  const marks = await rows('marks')
  expect(marks.map((row) => ('source' in row ? [row.source, row.is_dangerous] : []))).toEqual([
    ['report', 1],
    ['green_flag', 0],
    ['undone_block', 0],
  ])
})

test('a version learns for a day, the last five are kept, and each can be restored; all can be forgotten', async () => {
  const world = await setUp()
  const { analyse, receive, mark, learn, shown, change, rows, acts, admin, users } = world
  const before = await analyse(invoice(100))
  await agree(world, 'honest')
  await agree(world, 'dangerous', prize)
  await learn()
  const learnt = await analyse(invoice(100))
  for (let day = 1; day <= 5; day += 1) {
    server.clock.pass(dayMs)
    for (const user of users.slice(0, 2)) {
      await mark(
        user,
        await receive(invoice(day, `x${day}@other.example`), 'suspicious', user),
        'dangerous',
      )
    }
    await learn()
  }
  expect((await shown()).versions.map(({ number }) => number)).toEqual([6, 5, 4, 3, 2])
  expect(await change('restore', { version: 1 })).toBe(404)
  expect(await change('restore', { version: 2 })).toBe(200)
  const { version, versions } = await shown()
  expect(version).toBe(7)
  expect(versions[0]).toMatchObject({ number: 7, cause: 'restore', marks: 14 })
  expect(versions).toHaveLength(5)
  // Only the version in use has a table.
  const stored = await rows('learnt_versions')
  expect(stored.filter((it) => 'judging' in it && it.judging !== '')).toMatchObject([{ number: 7 }])
  expect((await analyse(invoice(100))).score).not.toBe(before.score)
  expect(await change('forget')).toBe(200)
  for (const table of tables) expect(await rows(table), table).toEqual([])
  expect(await analyse(invoice(100))).toMatchObject({ score: before.score })
  expect(learnt.score).toBeLessThan(before.score)
  expect((await acts()).slice(-2)).toEqual([
    { action: 'judge-restore', actor_id: admin.id, actor_role: 'super_admin', detail: 'version 2' },
    { action: 'judge-forget', actor_id: admin.id, actor_role: 'super_admin', detail: '' },
  ])
})

test('what was learnt is gone from every version 30 days later', async () => {
  const world = await setUp()
  await agree(world, 'honest')
  await world.learn()
  server.clock.pass(31 * dayMs)
  await learnOnce(server.services)
  expect((await world.shown()).versions).toMatchObject([{ marks: 0, mails: 0 }])
})

test('one user who marks against the evidence is doubted, and what needs an admin names it', async () => {
  const { receive, mark, learn, shown, users, admin, sessionOf, organizationId } = await setUp()
  for (let number = 1; number <= 10; number += 1) {
    await mark(
      users[0],
      await receive(invoice(number, `a@hostile-${number}.example`), 'suspicious'),
      'honest',
    )
  }
  await learn()
  expect((await shown()).marks).toMatchObject({ honest: 10, confirmed: 0, doubtful: 10 })
  const needs = await server.get('/api/admin/attention', { token: await sessionOf(admin) })
  expect(needs.output(showAttentionEndpoint).doubted_judges).toMatchObject({
    count: 1,
    judges: [{ id: organizationId, doubtful: 10, refused_at: null }],
  })
})

test('one user alone who calls ordinary email dangerous again and again is named, until another agrees', async () => {
  const { receive, mark, learn, users, admin, sessionOf, organizationId } = await setUp()
  const say = async (user: MadeUser, number: number) => {
    const id = await receive(invoice(number, `a@honest-${number}.example`), 'safe', user)
    await mark(user, id, 'dangerous')
    // An hour has room for a few reports.
    server.clock.pass(10 * minuteMs)
  }
  const doubted = async () => {
    const needs = await server.get('/api/admin/attention', { token: await sessionOf(admin) })
    return needs.output(showAttentionEndpoint).doubted_judges
  }
  await say(users[0], 1)
  await learn()
  for (let number = 2; number < 20; number += 1) await say(users[0], number)
  expect(await doubted()).toMatchObject({ count: 0 })
  await say(users[0], 20)
  expect(await doubted()).toMatchObject({
    judges: [{ id: organizationId, doubtful: 0, unconfirmed: 20 }],
  })
  await say(users[1], 1)
  expect(await doubted()).toMatchObject({ count: 0 })
})

test('of two servers one learns each mark, and one that was killed is followed after a minute', async () => {
  const world = await setUp()
  const { shown, organizationId } = world
  await agree(world, 'honest')
  await server.database
    .insertInto('learning')
    .values({
      ...{ organization_id: organizationId, learns_from_mail: 0, version: 0, revision: 0 },
      ...{ chosen_at: null, refused_at: null, refused: '' },
      leased_until: isoAfter(server.clock(), minuteMs),
    })
    .execute()
  await learnOnce(server.services)
  expect(await shown()).toMatchObject({ version: 0, marks: { waiting: 6 } })
  server.clock.pass(minuteMs)
  await Promise.all([learnOnce(server.services), learnOnce(server.services)])
  expect(await shown()).toMatchObject({ versions: [{ marks: 6 }], marks: { waiting: 0 } })
})

test('a mark that is confirmed once it is learnt counts in full, and no more', async () => {
  const { receive, mark, learn, rows, users, organizationId, sessionOf } = await setUp()
  const lead = await makeUser(server, { organizationId, role: 'team_lead' })
  const id = await receive(invoice(1), 'suspicious')
  const weight = async () => {
    const [version] = await server.database.selectFrom('learnt_versions').select('layer').execute()
    const { spans } = unpackLayer(version?.layer ?? '')
    return spans.flatMap(({ persons }) => [...persons]).reduce((sum, it) => sum + it, 0)
  }
  await mark(users[0], id, 'honest')
  await learn()
  expect(await weight()).toBeCloseTo(wholeWeight / 10)
  const [report] = await server.acts('mail-report')
  const body = { id: report?.id, outcome: 'honest' }
  const answered = await server.post('/api/team/close-request', {
    token: await sessionOf(lead),
    body,
  })
  expect(answered.status).toBe(200)
  await learn()
  expect(await rows('marks')).toMatchObject([{ state: 'learnt' }, { state: 'learnt' }])
  expect(await weight()).toBe(wholeWeight)
})

test('a removed user takes marks and vectors along', async () => {
  const { receive, mark, rows, users, admin, sessionOf } = await setUp()
  const token = await sessionOf(admin)
  await mark(users[0], await receive(invoice(1), 'suspicious'), 'honest')
  const removed = await server.delete(`/api/admin/users/${users[0].id}`, { token })
  expect(removed.status).toBe(200)
  expect(await rows('marks')).toEqual([])
  expect(await rows('mail_lessons')).toEqual([])
})
