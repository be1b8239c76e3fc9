import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '../../../server/core/clock.ts'
import { readConfiguration } from '../../../server/core/configuration.ts'
import { OutboundError } from '../../../server/core/outbound-fetch.ts'
import type { Services } from '../../../server/http/services.ts'
import { signingIn, startFakeImap } from '../../support/mailboxes/fake-imap.ts'
import { makeMailbox } from '../../support/mailboxes/make-mailbox.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import {
  changeUser,
  type MadeUser,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../support/worlds/factories.ts'
import { reportScans } from '../../support/worlds/mail-factories.ts'

const none = async () => []
const srv = (name: string, port = 993) => ({ name, port, priority: 0, weight: 0 })

let server: TestServer
let user: MadeUser
let token: string

async function open(services: Partial<Services> = {}, email = 'rania@olive.example') {
  server = await createTestServer({ services })
  user = await makeUser(server, { email })
  token = await makeSession(server, user)
}

/** @param files autoconfig files, by the beginning of their address */
async function openWithRecords(
  records: Partial<Services['mailServers']>,
  files: Readonly<Record<string, string>> = {},
  email?: string,
) {
  await server[Symbol.asyncDispose]()
  await open(
    {
      mailServers: { privateNetworks: '', resolveSrv: none, resolveMx: none, ...records },
      outboundFetch: async (url) => {
        const file = Object.entries(files).find(([start]) => url.startsWith(start))
        if (file === undefined) throw new OutboundError('unreachable', url)
        return new Response(file[1])
      },
    },
    email,
  )
}

const findServer = async () => {
  const answer = await server.post('/api/account/mailbox/server', {
    token,
    body: { address: user.email },
  })
  return answer.body
}

const autoconfig = (type: string, socketType: string) => `<?xml version="1.0"?>
<clientConfig version="1.1"><emailProvider id="olive.example">
  <incomingServer type="pop3"><hostname>pop.olive.example</hostname><port>995</port>
    <socketType>SSL</socketType><username>%EMAILADDRESS%</username></incomingServer>
  <incomingServer type="${type}"><hostname>mail.%EMAILDOMAIN%</hostname><port>143</port>
    <socketType>${socketType}</socketType><username>%EMAILLOCALPART%</username></incomingServer>
</emailProvider></clientConfig>`

const given = {
  address: 'rania@olive.example',
  host: 'localhost',
  port: 993,
  security: 'tls',
  username: 'rania',
  password: 'abcd efgh ijkl mnop',
} as const

describe('calls', () => {
  beforeEach(() => open())
  afterEach(() => server[Symbol.asyncDispose]())

  describe('the mail server of an address is found', () => {
    test('by the SRV records of its domain, TLS before STARTTLS', async () => {
      await openWithRecords({
        resolveSrv: async (name) =>
          name === '_imaps._tcp.olive.example'
            ? [srv('imap.host.example.')]
            : [srv('old.example', 143)],
      })
      expect(await findServer()).toMatchObject({
        is_found: true,
        host: 'imap.host.example',
        port: 993,
        security: 'tls',
        username: 'rania@olive.example',
      })
    })

    test.each([
      'https://autoconfig.olive.example/mail/config-v1.1.xml?emailaddress=rania%40olive.example',
      'https://olive.example/.well-known/autoconfig/mail/config-v1.1.xml',
    ])('by the file %s', async (url) => {
      await openWithRecords({}, { [url]: autoconfig('imap', 'STARTTLS') })
      expect(await findServer()).toMatchObject({
        is_found: true,
        host: 'mail.olive.example',
        port: 143,
        security: 'starttls',
        username: 'rania',
      })
    })

    test.each([
      ['POP', 'pop3', 'SSL'],
      ['no encryption', 'imap', 'plain'],
    ])('and not by a file with %s alone', async (_, type, socketType) => {
      const url = 'https://olive.example/.well-known/autoconfig/mail/config-v1.1.xml'
      await openWithRecords({}, { [url]: autoconfig(type, socketType) })
      expect(await findServer()).toMatchObject({ is_found: false, host: 'imap.olive.example' })
    })

    test.each([
      ['rania@gmail.com', '', { provider: 'Gmail', needs: 'app-password', host: 'imap.gmail.com' }],
      ['rania@olive.example', 'aspmx.l.google.com', { provider: 'Gmail', host: 'imap.gmail.com' }],
      [
        'rania@olive.example',
        'olive-example.mail.protection.outlook.com',
        { provider: 'Microsoft', needs: 'unsupported' },
      ],
      ['rania@olive.example', 'evilgoogle.com', { provider: '', is_found: false }],
    ])('of %s with mail at "%s" by the table of providers', async (email, exchange, found) => {
      const resolveMx = async () => [{ exchange, priority: 10 }]
      await openWithRecords({ resolveMx }, {}, email)
      expect(await findServer()).toMatchObject(found)
    })
  })

  test.each([
    ['microsoft=an-id:a-secret', 'rania@outlook.com', { needs: 'sign-in', provider: 'Microsoft' }],
    ['google=an-id:a-secret', 'rania@outlook.com', { needs: 'unsupported' }],
    [
      'google=an-id:a-secret, imap.gmx.example=id:s@cret@https://login.gmx.example',
      'rania@gmail.com',
      { needs: 'sign-in' },
    ],
  ])(
    'with %s, %s signs in where the operator registered an application',
    async (text, email, found) => {
      const { mailApplications } = readConfiguration({ MAILBOX_SIGN_IN: text })
      await server[Symbol.asyncDispose]()
      await open({ mailApplications, publicUrl: 'https://aman.example' }, email)
      const answer = Object(await findServer())
      expect(answer).toMatchObject(found)
      const { host, port, security, username } = answer
      const body = { address: email, host, port, security, username }
      const begun = await server.post('/api/account/mailbox/sign-in', { token, body })
      if (found.needs === 'unsupported') expect(begun.code).toBe('no_mailbox_sign_in')
      else {
        const query = new URL(Object(begun.body).url).searchParams
        expect(query.get('redirect_uri')).toBe('https://aman.example/dashboard/account')
        expect(query.get('scope')).toMatch(/mail|IMAP/)
        expect(query.get('state')).not.toContain(email)
      }
    },
  )

  test.each([
    'google=an-id',
    'imap.gmx.example=id:secret',
    'google=id:secret@https://else.example',
  ])('the setting %s names no application', (text) => {
    expect(() => readConfiguration({ MAILBOX_SIGN_IN: text })).toThrow('MAILBOX_SIGN_IN')
  })

  test('only an own address can be watched, in an organization, on a server with a key', async () => {
    const connect = async (body: object = given) =>
      (await server.post('/api/account/mailbox', { token, body })).code
    expect(await connect({ ...given, address: 'boss@olive.example' })).toBe('foreign_mailbox')
    // The guard of other outgoing calls: nothing of a private network is called.
    expect(await connect()).toBe('mailbox_not_allowed')
    expect(await connect({ ...given, host: '10.0.0.1' })).toBe('invalid_input')
    await changeUser(server, user.id, { organization_id: null })
    expect(await connect()).toBe('mailbox_needs_organization')
    await server[Symbol.asyncDispose]()
    await open({ sealer: null })
    expect(await connect()).toBe('mailboxes_not_offered')
    const { body } = await server.get('/api/account/mailbox', { token })
    expect(body).toMatchObject({ is_offered: false, mailbox: null })
  })

  test('the password is in no answer, no export and no line of the audit trail, and not readable', async () => {
    const [scan] = await reportScans(server, user, [{ threat_level: 'suspicious' }])
    await makeMailbox(server, user, scan && { scanId: scan.id })
    const secret = /abcd efgh|v1\./
    const shown = await server.get('/api/account/mailbox', { token })
    expect(shown.body).toMatchObject({
      mailbox: { address: user.email, moved: [{ id: scan?.id }] },
    })
    const own = await server.post('/api/account/data', { token })
    expect(own.body).toMatchObject({
      watched_mailbox: [{ address: user.email }],
      mail_in_the_mailbox: [{ scan_id: scan?.id, place: 'moved' }],
    })
    const audit = await server.database.selectFrom('audit').selectAll().execute()
    const rows = await server.database.selectFrom('mailboxes').selectAll().execute()
    for (const text of [shown.text, own.text, JSON.stringify(audit)])
      expect(text).not.toMatch(secret)
    expect(JSON.stringify(rows)).not.toContain('abcd efgh')
  })

  test('a mailbox is shown to its user alone, and goes with them', async () => {
    const [scan] = await reportScans(server, user, [{ threat_level: 'suspicious' }])
    await makeMailbox(server, user, scan && { scanId: scan.id })
    const colleague = await makeUser(server, { organizationId: user.organizationId })
    const other = { token: await makeSession(server, colleague) }
    const path = `/api/account/mailbox/mails/${scan?.id}/move-back`
    expect((await server.get('/api/account/mailbox', other)).body).toMatchObject({ mailbox: null })
    expect((await server.post(path, other)).code).toBe('no_mailbox')
    expect((await server.delete('/api/account/mailbox', other)).code).toBe('no_mailbox')
    const admin = await makeUser(server, { role: 'super_admin' })
    await server.delete(`/api/admin/users/${user.id}`, { token: await makeSession(server, admin) })
    for (const table of ['mailboxes', 'mailbox_mails'] as const) {
      expect(await server.database.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })

  test('a user who is removed while their mailbox is being connected leaves nothing', async () => {
    const asked = Promise.withResolvers<() => void>()
    await using imap = await startFakeImap({
      answer(send, tag, command) {
        if (command.startsWith('LOGIN')) {
          asked.resolve(() => send(`${tag} OK\r\n`))
          return
        }
        signingIn(() => {
          if (command.startsWith('STATUS')) send('* STATUS INBOX (UIDNEXT 1)\r\n')
          if (command.startsWith('EXAMINE')) send('* 0 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n')
          send(`${tag} OK\r\n`)
        })(send, tag, command)
      },
    })
    const mailServers = { privateNetworks: '127.0.0.0/8, ::1/128', ca: imap.ca }
    await openWithRecords(mailServers)
    const connecting = server.post('/api/account/mailbox', {
      token,
      body: {
        ...{ address: user.email, username: user.email, password: 'abcd efgh ijkl mnop' },
        ...{ host: 'localhost', port: imap.port, security: 'tls' },
      },
    })
    const letIn = await asked.promise
    const admin = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
    expect((await server.delete(`/api/admin/users/${user.id}`, { token: admin })).status).toBe(200)
    letIn()
    expect((await connecting).code).toBe('mailbox_needs_organization')
    expect(await server.database.selectFrom('mailboxes').selectAll().execute()).toEqual([])
  })
})

let serverInviteToMailboxes: TestServer

/** Two organizations; the first has users in each state, and an organization admin. */
async function makeScene() {
  const organizationId = await makeOrganization(serverInviteToMailboxes, { name: 'Olive Clinic' })
  const inOlive = (email: string, more: object = {}) =>
    makeUser(serverInviteToMailboxes, {
      organizationId,
      email,
      full_name: email.split('@', 1)[0] ?? '',
      ...more,
    })
  const rania = await inOlive('rania@olive.example')
  await inOlive('sami@olive.example', { locale: 'ar' })
  const watched = await inOlive('watched@olive.example')
  const stopped = await inOlive('stopped@olive.example')
  const refused = await inOlive('refused@olive.example')
  const full = await inOlive('full@olive.example')
  await inOlive('away@olive.example', { is_active: 0 })
  const awaited = await inOlive('awaited@olive.example')
  await changeUser(serverInviteToMailboxes, awaited.id, {
    password_hash: null,
    invitation_expires_at: serverInviteToMailboxes.clock().toISOString(),
  })
  await makeMailbox(serverInviteToMailboxes, watched, undefined)
  await makeMailbox(serverInviteToMailboxes, stopped, undefined, {
    state: 'stopped',
    problem: 'certificate',
  })
  await makeMailbox(serverInviteToMailboxes, refused, undefined, {
    state: 'refused',
    problem: 'password',
  })
  await makeMailbox(serverInviteToMailboxes, full, undefined, { problem: 'full' })
  await makeUser(serverInviteToMailboxes, { email: 'stranger@cedar.example' })
  const lead = await inOlive('lead@olive.example', {
    role: 'team_lead',
    managed_organization_id: organizationId,
  })
  const admin = await makeUser(serverInviteToMailboxes, {
    role: 'super_admin',
    email: 'admin@aman.example',
  })
  return {
    organizationId,
    rania,
    lead: await makeSession(serverInviteToMailboxes, lead),
    admin: await makeSession(serverInviteToMailboxes, admin),
  }
}

const mails = () =>
  serverInviteToMailboxes.database.selectFrom('mails').selectAll().orderBy('id').execute()

const invited = ['rania@olive.example', 'sami@olive.example', 'lead@olive.example']

describe('invite to mailboxes', () => {
  beforeEach(async () => {
    serverInviteToMailboxes = await createTestServer({
      services: { linkOrigin: 'https://aman.example' },
    })
  })
  afterEach(() => serverInviteToMailboxes[Symbol.asyncDispose]())

  test('a super admin invites all of an organization who have no mailbox in Aman, once a day', async () => {
    const { admin, organizationId } = await makeScene()
    const invite = () =>
      serverInviteToMailboxes.post('/api/admin/mailbox-invitations', {
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
    serverInviteToMailboxes.clock.pass(dayMs)
    const again = await makeSession(
      serverInviteToMailboxes,
      await makeUser(serverInviteToMailboxes, { role: 'super_admin' }),
    )
    const body = { organization_id: organizationId }
    const onNextDay = await serverInviteToMailboxes.post('/api/admin/mailbox-invitations', {
      token: again,
      body,
    })
    expect(onNextDay.body).toMatchObject({ invited: 3 })
    const unknown = await serverInviteToMailboxes.post('/api/admin/mailbox-invitations', {
      token: again,
      body: { organization_id: '01900000-0000-7000-8000-000000000000' },
    })
    expect(unknown.code).toBe('unknown_organization')
  })

  test('an organization admin invites those of the own organization, and sees how each mailbox stands', async () => {
    const { lead } = await makeScene()
    const path = '/api/organization/mailbox-invitations'
    expect((await serverInviteToMailboxes.post(path, { token: lead })).body).toMatchObject({
      invited: 3,
    })
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(invited)
    const { body } = await serverInviteToMailboxes.get('/api/organization/users', { token: lead })
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
    const { body } = await serverInviteToMailboxes.get('/api/admin/attention', { token: admin })
    expect(body).toMatchObject({
      failing_mailboxes: {
        count: 1,
        failing: [{ id: organizationId, name: 'Olive Clinic', users: 1 }],
      },
    })
    const found = async (need: string) => {
      const query = `organization_id=${organizationId}&need=${need}&limit=50`
      const { body: users } = await serverInviteToMailboxes.get(`/api/admin/users?${query}`, {
        token: admin,
      })
      return (Array.isArray(users) ? users : []).map(({ email }) => email)
    }
    expect(await found('failing-mailbox')).toEqual(['refused@olive.example'])
    expect(await found('mailbox')).toEqual(invited)
  })

  test('where no mail can be sent, no one is invited', async () => {
    await serverInviteToMailboxes[Symbol.asyncDispose]()
    serverInviteToMailboxes = await createTestServer()
    const { lead } = await makeScene()
    const answer = await serverInviteToMailboxes.post('/api/organization/mailbox-invitations', {
      token: lead,
    })
    expect(answer).toMatchObject({ status: 409, code: 'invitations_not_offered' })
  })
})
