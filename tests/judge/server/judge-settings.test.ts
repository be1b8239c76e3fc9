import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { showAttentionEndpoint } from '../../../contract/attention/show-attention.ts'
import { showOrganizationSummaryEndpoint } from '../../../contract/organizations/show-organization-summary.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { makeMail } from '../../support/judge/mails.ts'
import { dmarcPassed, makeReport, makeSymbol } from '../../support/mail/rspamd.ts'
import { sampleIn } from '../../support/metrics.ts'
import { freePort } from '../../support/server/free-port.ts'
import { createTestServer, policyFile, type TestServer } from '../../support/server/server.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { test } from '../../support/server/server-test.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import {
  changeUser,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../support/worlds/factories.ts'
import { makeFlag, makeGatewayKey } from '../../support/worlds/mail-factories.ts'

async function setUp(server: TestServer) {
  const user = await makeUser(server)
  const { organizationId } = user
  const token = await makeGatewayKey(server, organizationId)
  const admin = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  let sent = 0
  return {
    user,
    organizationId,
    admin,
    employee: await makeSession(server, user),
    /** A report with what the judge said, for the own organization unless another is named. */
    async report(said: string, overrides: object = {}, organization = organizationId) {
      sent += 1
      const body = makeReport({
        rcpt: [user.email],
        message_id: `id-${sent}@sender.example`,
        symbols: [makeSymbol('AMAN_JUDGE', { options: [`${organization} ${said}`] })],
        ...overrides,
      })
      expect((await server.post('/api/rspamd', { token, body })).status).toBe(200)
      const scans = server.database.selectFrom('scans').selectAll().orderBy('id', 'desc')
      return scans.executeTakeFirstOrThrow()
    },
    async shown() {
      const path = `/api/admin/organizations/${organizationId}/judge`
      return (await server.get(path, { token: admin })).body
    },
  }
}

test('the judge makes a mail suspicious with its reasons, never malicious, and lowers no verdict', async () => {
  await using server = await createTestServer()
  const { report, organizationId } = await setUp(server)
  const marked = await report('mark suspicious asks_for_password,link_hides_its_target')
  expect(marked).toMatchObject({ threat_level: 'suspicious', judge_level: 'suspicious' })
  expect(marked.reason).toBe('{"code":"judge_asks_for_password"}')
  expect(marked.indicators).toBe('[{"code":"judge_link_hides_its_target"}]')
  expect(await report('mark safe ', { action: 'reject' })).toMatchObject({
    threat_level: 'malicious',
    judge_level: 'safe',
  })
  const said = `${organizationId} mark suspicious asks_for_password`
  const symbols = [
    makeSymbol('AMAN_JUDGE', { options: [said] }),
    makeSymbol('CLAM_VIRUS', { score: 4 }),
  ]
  const proven = await report('', { symbols })
  expect(proven).toMatchObject({ threat_level: 'malicious', reason: '{"code":"known_virus"}' })
})

test.each([
  ['watches', 'watch suspicious asks_for_password', 'suspicious'],
  ['found nothing', 'mark safe ', 'safe'],
  ['is not understood', 'always malicious everything', null],
])('a mail stays safe where the judge %s', async (_, said, judged) => {
  await using server = await createTestServer()
  const { report } = await setUp(server)
  expect(await report(said)).toMatchObject({ threat_level: 'safe', judge_level: judged })
})

test('what the judge said for another organization does not count', async ({ server }) => {
  const { report } = await setUp(server)
  const stranger = await makeUser(server)
  const scan = await report('mark suspicious asks_for_password', {}, stranger.organizationId)
  expect(scan).toMatchObject({ threat_level: 'safe', judge_level: null })
})

test("a recipient's flag stands above the judge", async ({ server }) => {
  const { user, organizationId, report } = await setUp(server)
  await makeFlag(server, user, { flag_type: 'green', value: 'sender.example' })
  const options = [`${organizationId} mark suspicious asks_for_password`]
  const scan = await report('', {
    symbols: [makeSymbol('AMAN_JUDGE', { options }), dmarcPassed],
  })
  expect(scan).toMatchObject({ threat_level: 'safe', judge_level: 'suspicious' })
})

test('a new organization marks, and only admins switch that', async ({ server }) => {
  const { organizationId, admin, employee, shown } = await setUp(server)
  expect(await shown()).toMatchObject({
    ...{ mode: 'mark', per_thousand: 10, is_chosen: true, most_false_alarms: null },
  })
  const set = (body: object, token = admin) =>
    server.post('/api/admin/organizations/judge', {
      token,
      body: { organization_id: organizationId, mode: 'watch', per_thousand: 2, ...body },
    })
  expect((await set({}, employee)).status).toBe(403)
  expect(await set({ per_thousand: 3 })).toMatchObject({ status: 422 })
  expect(await set({ organization_id: 'none' })).toMatchObject({ status: 404 })
  expect((await set({})).status).toBe(200)
  expect(await shown()).toMatchObject({ mode: 'watch', per_thousand: 2 })
  expect((await server.acts()).at(-1)).toMatchObject({
    action: 'organization-change',
    target_id: organizationId,
  })
})

test('an organization that watches since before there was a choice is asked until one is made', async () => {
  await using server = await createTestServer()
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const before = { judge_mode: 'watch', judge_chosen_at: null } as const
  const made = (name: string, columns: object = before) =>
    makeOrganization(server, { name, ...columns })
  const add = (organization_id: string, safe: number, suspicious: number) =>
    server.database
      .insertInto('judge_counts')
      .values({ organization_id, safe, suspicious, reported_dangerous: 2, reported_honest: 1 })
      .execute()
  const unused = await made('Unused')
  const few = await made('Few')
  await add(few, 3, 6)
  const many = await made('Many')
  await add(many, 90, 4)
  const marking = await made('Marks', { ...before, judge_mode: 'mark' })
  await made('Off', { ...before, judge_mode: 'off' })
  await made('Suspended', { ...before, suspended_at: server.clock().toISOString() })
  await made('Chosen', { judge_mode: 'watch' })
  const asked = async () =>
    (await server.get('/api/admin/attention', { token })).output(showAttentionEndpoint)
      .undecided_judges
  const isChosen = async (id: string) =>
    (await server.get(`/api/admin/organizations/${id}/summary`, { token })).output(
      showOrganizationSummaryEndpoint,
    ).is_judge_chosen
  const reported = { reported_dangerous: 2, reported_honest: 1 }
  const none = { judged: 0, marked: 0, reported_dangerous: 0, reported_honest: 0 }
  expect(await asked()).toEqual({
    count: 3,
    judges: [
      { id: many, name: 'Many', per_thousand: 10, judged: 94, marked: 4, ...reported },
      { id: few, name: 'Few', per_thousand: 10, judged: 9, marked: 6, ...reported },
      { id: unused, name: 'Unused', per_thousand: 10, ...none },
    ],
  })
  expect(await isChosen(few)).toBe(false)
  expect(await isChosen(marking)).toBe(true)
  for (const [organization_id, mode] of [
    [few, 'watch'],
    [many, 'mark'],
  ]) {
    const body = { organization_id, mode, per_thousand: 10 }
    expect((await server.post('/api/admin/organizations/judge', { token, body })).status).toBe(200)
  }
  expect(await asked()).toMatchObject({ count: 1, judges: [{ id: unused }] })
  expect(await isChosen(few)).toBe(true)
  for (let number = 0; number < 6; number += 1) await made(`Other ${number}`)
  const more = await asked()
  expect([more?.count, more?.judges?.length]).toEqual([7, 5])
})

test('the admin reads what the judge would have marked, what users said of it, and the bound', async () => {
  await using server = await createTestServer()
  const { user, employee, report, shown } = await setUp(server)
  const ids: string[] = []
  for (const _ of [1, 2, 3]) ids.push((await report('watch suspicious asks_for_payment')).id)
  const say = (id: string | undefined, opinion: string) =>
    server.post('/api/mail-reports', { token: employee, body: { kind: 'scan', id, opinion } })
  expect((await say(ids[0], 'honest')).status).toBe(200)
  expect((await say(ids[0], 'dangerous')).status).toBe(200)
  expect((await say(ids[1], 'honest')).status).toBe(200)
  const counts = { judged: 3, marked: 3, reported_dangerous: 1, reported_honest: 1 }
  const days = [{ day: '2026-03-15', ...counts }]
  const range = { first_day: '2025-12-15', last_day: '2026-03-15' }
  expect(await shown()).toMatchObject({ ...counts, ...range, days, most_false_alarms: null })
  await server.database
    .updateTable('judge_counts')
    .set({ safe: 509 })
    .where('organization_id', '=', user.organizationId)
    .execute()
  // Two of 512 may be false alarms, for which the exact bound at 95 % is 1.404 %.
  expect(await shown()).toMatchObject({ ...counts, judged: 512, days, most_false_alarms: 1.4 })
})

test('a mail that is reported again counts once, with what the judge said last', async () => {
  await using server = await createTestServer()
  const { report, shown } = await setUp(server)
  const message_id = 'again@sender.example'
  await report('watch safe ', { message_id })
  expect(await shown()).toMatchObject({ judged: 1, marked: 0 })
  // The same verdict again changes nothing.
  await report('watch safe ', { message_id })
  expect(await shown()).toMatchObject({ judged: 1, marked: 0 })
  await report('watch suspicious asks_for_payment', { message_id, action: 'reject' })
  expect(await shown()).toMatchObject({ judged: 1, marked: 1, days: [{ judged: 1, marked: 1 }] })
  const other = 'other@sender.example'
  await report('watch suspicious asks_for_payment', { message_id: other })
  await report('watch suspicious asks_for_payment', { message_id: other, action: 'reject' })
  expect(await shown()).toMatchObject({ judged: 2, marked: 2, days: [{ judged: 2, marked: 2 }] })
})

test('counts stay when retention deletes mail, and go with the organization', async () => {
  await using server = await createTestServer()
  const { report, shown } = await setUp(server)
  await report('watch suspicious asks_for_payment')
  await report('watch safe ')
  const counts = await shown()
  await server.database.deleteFrom('scans').execute()
  expect(await shown()).toEqual(counts)
  expect(counts).toMatchObject({ judged: 2, marked: 1 })
})

test('what a user said of a mail moves with what they say next, also after they moved', async () => {
  await using server = await createTestServer()
  const { user, employee, report, shown } = await setUp(server)
  const { id } = await report('watch suspicious asks_for_payment')
  const safe = await report('watch safe ')
  const say = async (scan: string, opinion: string) => {
    const body = { kind: 'scan', id: scan, opinion }
    const answer = await server.post('/api/mail-reports', { token: employee, body })
    expect(answer.status).toBe(200)
  }
  await say(safe.id, 'dangerous')
  await say(id, 'dangerous')
  await say(id, 'dangerous')
  expect(await shown()).toMatchObject({ reported_dangerous: 1, reported_honest: 0 })
  const other = await makeOrganization(server)
  await changeUser(server, user.id, { organization_id: other })
  await say(id, 'honest')
  expect(await shown()).toMatchObject({ reported_dangerous: 0, reported_honest: 0 })
  const rows = server.database.selectFrom('judge_counts').selectAll()
  expect(await rows.where('organization_id', '=', other).executeTakeFirst()).toMatchObject({
    reported_dangerous: 0,
    reported_honest: 1,
  })
})

const doctor = prepareCommand('doctor')
const timeout = 60_000

/** As the system call filter of the unit answers. */
const refusePriority = `
const { setPriority } = os
os.setPriority = () => { throw Object.assign(new Error('EPERM'), { code: 'ERR_SYSTEM_ERROR' }) }
require('node:module').syncBuiltinESMExports()`
const endThread = `throw new Error('no room')`

/**
 * A real server, in whose threads of the judge the code runs first.
 * @returns asks it to judge a mail, what it says of its judge, its figures, and what the doctor says
 */
async function startWith(code: string) {
  const stack = new AsyncDisposableStack()
  const store = stack.use(await createTestDatabase())
  const folder = stack.use(await temporaryFolder())
  const preload = join(folder.path, 'preload.cjs')
  const isJudge = `require('node:worker_threads').threadName === 'judge'`
  await writeFile(preload, `const os = require('node:os')\nif (${isJudge}) {${code}}\n`)
  const database = await openDatabase(store.address)
  const organizationId = await makeOrganization({ database, clock: () => new Date() })
  const key = await makeGatewayKey({ database, clock: () => new Date() }, organizationId, 'analyse')
  await database.destroy()
  const [port, metricsPort] = [await freePort(), await freePort()]
  const environment = {
    DATABASE_URL: store.url,
    PORT: String(port),
    METRICS_ADDRESS: `127.0.0.1:${metricsPort}`,
  }
  const server = await startServerProcess({
    ...environment,
    NODE_OPTIONS: `--require ${preload}`,
  })
  stack.defer(async () => void (await server.end('SIGTERM')))
  return {
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
    async judge() {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'message/rfc822' }
      const body = Buffer.from(makeMail({}))
      return (await fetch(`${server.url}/api/analyses`, { method: 'POST', headers, body })).status
    },
    async ready() {
      const answer = await fetch(`${server.url}/api/ready`)
      return { status: answer.status, body: await answer.json() }
    },
    async figures() {
      return (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    },
    async diagnosis() {
      const given = { environment: { POLICY_FILE: policyFile, ...environment } }
      const { stdout } = await doctor(given).catch((error: unknown) => Object(error))
      return stdout
    },
    log: () => server.output().stdout,
  }
}

test('a judge that may not lower its priority judges mail', { timeout }, async () => {
  await using server = await startWith(refusePriority)
  expect(await server.judge()).toBe(200)
  expect(await server.ready()).toEqual({ status: 200, body: { status: 'ready', judge: 'works' } })
})

test('an idle judge is tried, and counts as working', { timeout }, async () => {
  await using server = await startWith('')
  expect(await server.diagnosis()).toContain('well      The judge of the server judges mail')
  const figures = await server.figures()
  expect(sampleIn(figures, 'aman_judge_up')).toBe(1)
  expect(sampleIn(figures, 'aman_judge_threads', { state: 'idle' })).toBe(1)
  expect(sampleIn(figures, 'aman_judge_failures_total')).toBe(0)
})

test('a judge that fails is told by readiness, metrics, log and doctor, and takes no server out', {
  timeout,
}, async () => {
  await using server = await startWith(endThread)
  expect(await server.judge()).toBe(500)
  await expect
    .poll(server.ready)
    .toEqual({ status: 200, body: { status: 'ready', judge: 'fails' } })
  expect(await server.diagnosis()).toContain(
    'wrong     The judge of the server fails: no mail is judged or marked',
  )
  const figures = await server.figures()
  expect(sampleIn(figures, 'aman_judge_up')).toBe(0)
  expect(sampleIn(figures, 'aman_judge_failures_total')).toBeGreaterThanOrEqual(2)
  expect(server.log()).toContain('"event":"judge fails"')
})
