import { afterEach, beforeEach, expect, test } from 'vitest'
import { dayMs } from '../../../server/core/clock.ts'
import { makeMailbox } from '../../support/mailboxes/make-mailbox.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeOrganization, makeSession, makeUser } from '../../support/worlds/factories.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer({ services: { linkOrigin: 'https://aman.example' } })
})
afterEach(() => server[Symbol.asyncDispose]())

/** Two organizations; the first has users in each state, and an organization admin. */
async function makeScene() {
  const organizationId = await makeOrganization(server, { name: 'Olive Clinic' })
  const inOlive = (email: string, more: object = {}) =>
    makeUser(server, { organizationId, email, full_name: email.split('@', 1)[0] ?? '', ...more })
  const rania = await inOlive('rania@olive.example')
  await inOlive('sami@olive.example', { locale: 'ar' })
  const watched = await inOlive('watched@olive.example')
  const stopped = await inOlive('stopped@olive.example')
  const refused = await inOlive('refused@olive.example')
  const full = await inOlive('full@olive.example')
  await inOlive('away@olive.example', { is_active: 0 })
  const awaited = await inOlive('awaited@olive.example')
  await server.database
    .updateTable('users')
    .set({ password_hash: null, invitation_expires_at: server.clock().toISOString() })
    .where('id', '=', awaited.id)
    .execute()
  await makeMailbox(server, watched, undefined)
  await makeMailbox(server, stopped, undefined, { state: 'stopped', problem: 'certificate' })
  await makeMailbox(server, refused, undefined, { state: 'refused', problem: 'password' })
  await makeMailbox(server, full, undefined, { problem: 'full' })
  await makeUser(server, { email: 'stranger@cedar.example' })
  const lead = await inOlive('lead@olive.example', {
    role: 'team_lead',
    managed_organization_id: organizationId,
  })
  const admin = await makeUser(server, { role: 'super_admin', email: 'admin@aman.example' })
  return {
    organizationId,
    rania,
    lead: await makeSession(server, lead),
    admin: await makeSession(server, admin),
  }
}

const mails = () => server.database.selectFrom('mails').selectAll().orderBy('id').execute()

const invited = ['rania@olive.example', 'sami@olive.example', 'lead@olive.example']

test('a super admin invites all of an organization who have no mailbox in Aman, once a day', async () => {
  const { admin, organizationId } = await makeScene()
  const invite = () =>
    server.post('/api/admin/mailbox-invitations', {
      token: admin,
      body: { organization_id: organizationId },
    })
  expect((await invite()).body).toMatchObject({ invited: 3 })
  const sent = await mails()
  expect(sent.map(({ recipient }) => recipient)).toEqual(invited)
  expect(sent[0]?.body).toContain('Olive Clinic invites you')
  expect(sent[0]?.body).toContain('https://aman.example/dashboard/account')
  expect(sent[1]?.body).toContain('https://aman.example/ar/dashboard/account')
  expect(await invite()).toMatchObject({ status: 429, code: 'too_many_invitations' })
  expect(await mails()).toHaveLength(3)
  server.clock.pass(dayMs)
  const again = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const body = { organization_id: organizationId }
  const onNextDay = await server.post('/api/admin/mailbox-invitations', { token: again, body })
  expect(onNextDay.body).toMatchObject({ invited: 3 })
  const unknown = await server.post('/api/admin/mailbox-invitations', {
    token: again,
    body: { organization_id: '01900000-0000-7000-8000-000000000000' },
  })
  expect(unknown.code).toBe('unknown_organization')
})

test('an organization admin invites those of the own organization, and sees how each mailbox stands', async () => {
  const { lead } = await makeScene()
  const path = '/api/organization/mailbox-invitations'
  expect((await server.post(path, { token: lead })).body).toMatchObject({ invited: 3 })
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(invited)
  const { body } = await server.get('/api/organization/users', { token: lead })
  const stands = Object.fromEntries(
    (Array.isArray(body) ? body : []).flatMap(({ full_name, mailbox }) =>
      mailbox ? [[full_name, mailbox]] : [],
    ),
  )
  expect(stands).toEqual({
    watched: 'watched',
    stopped: 'stopped',
    refused: 'failing',
    full: 'watched',
  })
})

test('mailboxes that cannot be watched need a super admin, who finds their users', async () => {
  const { admin, organizationId } = await makeScene()
  const { body } = await server.get('/api/admin/attention', { token: admin })
  expect(body).toMatchObject({
    failing_mailboxes: {
      count: 1,
      failing: [{ id: organizationId, name: 'Olive Clinic', users: 1 }],
    },
  })
  const found = async (need: string) => {
    const query = `organization_id=${organizationId}&need=${need}&limit=50`
    const { body: users } = await server.get(`/api/admin/users?${query}`, { token: admin })
    return (Array.isArray(users) ? users : []).map(({ email }) => email)
  }
  expect(await found('failing-mailbox')).toEqual(['refused@olive.example'])
  expect(await found('mailbox')).toEqual(invited)
})

test('where no mail can be sent, no one is invited', async () => {
  await server[Symbol.asyncDispose]()
  server = await createTestServer()
  const { lead } = await makeScene()
  const answer = await server.post('/api/organization/mailbox-invitations', { token: lead })
  expect(answer).toMatchObject({ status: 409, code: 'invitations_not_offered' })
})
