import { expect, test } from 'vitest'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { teamDashboardEndpoint } from '../../../contract/team/team-dashboard.ts'
import { dayMs, minuteMs } from '../../../server/core/clock.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeSession, makeUser, reportScans } from '../../support/worlds/factories.ts'

async function setUp(server: TestServer) {
  const lead = await makeUser(server, { role: 'team_lead' })
  const { organizationId } = lead
  const user = await makeUser(server, { organizationId, email: 'rania@olive.example' })
  const [token, leading] = [await makeSession(server, user), await makeSession(server, lead)]
  return {
    user,
    async report(
      opinion: 'honest' | 'dangerous',
      threat_level: 'suspicious' | 'malicious' = 'suspicious',
    ) {
      const given = { sender: 'news@supplier.example', subject: 'Prices of March', threat_level }
      const [scan] = await reportScans(server, user, [given])
      const body = { kind: 'scan', id: scan?.id, opinion }
      expect((await server.post('/api/mail-reports', { token, body })).status).toBe(200)
    },
    /** The team lead answers the newest report. */
    async answer(outcome?: 'honest' | 'dangerous') {
      const shown = await server.get('/api/dashboard/team', { token: leading })
      const id = shown.output(teamDashboardEndpoint).open_reports?.[0]?.id
      const body = { id, ...(outcome && { outcome }) }
      const { status } = await server.post('/api/team/close-request', { token: leading, body })
      expect(status).toBe(200)
    },
    async answers(of = token) {
      const shown = await server.get('/api/dashboard/employee', { token: of })
      expect(shown.status).toBe(200)
      return shown.output(employeeDashboardEndpoint).report_answers
    },
    ofLead: leading,
    async choose(answers_by_mail: boolean) {
      const body = { answers_by_mail }
      expect((await server.post('/api/account/report-answers', { token, body })).status).toBe(200)
      const { body: me } = await server.get('/api/auth/me', { token })
      expect(me).toMatchObject({ answers_by_mail })
    },
    mails: () =>
      server.database
        .selectFrom('mails')
        .select(['subject', 'body'])
        .where('recipient', '=', user.email)
        .orderBy('id')
        .execute(),
  }
}

test('a user sees what came of a report, and then that the judge learnt it', async () => {
  await using server = await createTestServer()
  const { report, answer, answers, ofLead } = await setUp(server)
  const reported_at = server.clock().toISOString()
  await report('honest')
  expect(await answers()).toEqual([])
  server.clock.pass(minuteMs)
  await answer('dangerous')
  const shown = {
    ...{ id: expect.any(String), opinion: 'honest', outcome: 'dangerous' },
    ...{ reported_at, answered_at: server.clock().toISOString() },
    ...{ email_subject: 'Prices of March', sender_domain: 'supplier.example' },
  }
  expect(await answers()).toEqual([{ ...shown, is_learnt: false }])
  expect(await answers(ofLead)).toEqual([])
  await server.database.updateTable('marks').set({ state: 'learnt' }).execute()
  expect(await answers()).toEqual([{ ...shown, is_learnt: true }])
})

test('an answer without a verdict says so, three of them are shown, and none after two weeks', async () => {
  await using server = await createTestServer()
  const { user, report, answer, answers } = await setUp(server)
  for (const outcome of ['honest', 'honest', 'dangerous', undefined] as const) {
    await report('dangerous', 'malicious')
    server.clock.pass(minuteMs)
    await answer(outcome)
  }
  const outcomes = (await answers())?.map(({ outcome, email_subject }) => [outcome, email_subject])
  expect(outcomes).toEqual([
    [null, ''],
    ['dangerous', ''],
    ['honest', ''],
  ])
  server.clock.pass(14 * dayMs - 2 * minuteMs)
  expect(await answers(await makeSession(server, user))).toHaveLength(2)
  server.clock.pass(2 * minuteMs)
  expect(await answers(await makeSession(server, user))).toEqual([])
})

test('a user who wants that gets answers by mail, in the language of their choice', async () => {
  await using server = await createTestServer()
  const { user, report, answer, choose, mails } = await setUp(server)
  await report('dangerous')
  await answer('dangerous')
  expect(await mails()).toEqual([])
  await choose(true)
  await report('dangerous')
  await answer('honest')
  const [english] = await mails()
  expect(english?.subject).toBe('The answer to your report')
  expect(english?.body).toContain('Its sender:\nsupplier.example\n\nThe answer: it is honest.')
  expect(english?.body).not.toContain('Prices of March')
  await server.database
    .updateTable('users')
    .set({ locale: 'ar' })
    .where('id', '=', user.id)
    .execute()
  await report('honest')
  await answer()
  const [, arabic] = await mails()
  expect(arabic?.subject).toBe('الرد على بلاغك')
  expect(arabic?.body).toContain('أُغلق بلاغك من دون حكم على الرسالة.')
  await choose(false)
  await report('honest')
  await answer('honest')
  expect(await mails()).toHaveLength(2)
})
