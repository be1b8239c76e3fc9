import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hashSecret, newSecret } from '../../../server/core/secrets.ts'
import { createRefusedCounts } from '../../../server/gateways/refused-requests/refused-requests.ts'
import { joinMailboxes } from '../../../server/mailboxes/join-mailboxes.ts'
import { createLink, type LinkPurpose } from '../../../server/sign-in/links/links.ts'
import { createCode } from '../../../server/sign-in/single-sign-on/attempts.ts'
import { linkIdentity } from '../../../server/sign-in/single-sign-on/identities.ts'
import { takeLink } from '../../support/browser/links.ts'
import { makeReport } from '../../support/mail/rspamd.ts'
import {
  makeCredentialScene,
  proxy,
  startCredentialServer,
} from '../../support/mailboxes/credential-lab.ts'
import { startProxyStandIn } from '../../support/mailboxes/proxy-stand-in.ts'
import { createServers } from '../../support/postgres/two-servers.ts'
import {
  createOf,
  entraUser,
  makeProvider,
  scimClient,
  waitsBeside,
} from '../../support/scim/scim.ts'
import type { TestServer } from '../../support/server/server.ts'
import { makeFirm } from '../../support/server/single-sign-on.ts'
import { provesOnce } from '../../support/suite.ts'
import { times, until } from '../../support/until.ts'
import {
  changeUser,
  findUser,
  makeOrganization,
  makeSession,
  makeUser,
  signInAdmin,
} from '../../support/worlds/factories.ts'
import { addApp, codeOf, openBrowser } from '../../support/worlds/factors.ts'
import { makeGatewayKey } from '../../support/worlds/mail-factories.ts'
import { signIn } from '../../support/worlds/save-user.ts'

/*
 * A thing that works once works once when two servers get it at the same moment. Each test tries
 * many times, because only some trials overlap where they must not.
 */

const used = '404 link_not_valid'
/** The trials of a night, or a third of them. */
const tried = (trials: number) => (provesOnce ? Math.ceil(trials / 3) : trials)

/** @returns the secret of a link, as the mail would have it */
async function linkOf(server: TestServer, id: string, purpose: LinkPurpose) {
  const user = await findUser(server, { id })
  const link = await createLink(server.database, server, purpose, user)
  await changeUser(server, id, {
    invitation_expires_at: purpose === 'invitation' ? link.expiresAt : null,
  })
  return link.secret
}

async function* usersWithApp(server: TestServer, count: number) {
  for (let trial = 0; trial < count; trial += 1) {
    const user = await makeUser(server, { password: 'correct horse battery' })
    yield { user, app: await addApp(server, { user, token: await makeSession(server, user) }) }
  }
}

test('of two links of one user that are used at once, one sets the password', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const passwords = ['quiet zebra juggles lanterns', 'violet kettle drum by noon'] as const
  for (let trial = 0; trial < tried(40); trial += 1) {
    const user = await makeUser(one, { password: 'correct horse battery' })
    const first = await linkOf(one, user.id, 'password-reset')
    const second = await linkOf(one, user.id, 'password-reset')
    const answers = await Promise.all([
      takeLink(one, first, passwords[0]),
      takeLink(other, second, passwords[1]),
    ])
    expect(answers.toSorted()).toEqual(['200', used])
    const [won] = answers[0] === '200' ? passwords : passwords.toReversed()
    expect(await signIn(one, user.username, won ?? '')).toBe(200)
  }
})

test('one link that is used at once at two servers sets one password', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  for (const purpose of ['invitation', 'password-reset'] as const) {
    for (let trial = 0; trial < tried(15); trial += 1) {
      const link = await linkOf(one, (await makeUser(one)).id, purpose)
      const answers = await Promise.all([takeLink(one, link), takeLink(other, link)])
      expect(answers.toSorted()).toEqual(['200', used])
    }
  }
})

test('an invitation is either used or withdrawn', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const { token } = await signInAdmin(one)
  for (let trial = 0; trial < tried(30); trial += 1) {
    const user = await makeUser(one)
    const link = await linkOf(one, user.id, 'invitation')
    const [taken, withdrawn] = await Promise.all([
      takeLink(one, link),
      other.delete(`/api/admin/users/${user.id}/invitation`, { token }),
    ])
    expect([taken, withdrawn.status]).toEqual(taken === '200' ? ['200', 409] : [used, 200])
  }
})

test('a code of the app and a recovery code complete one of two sign-ins', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  for await (const { user, app } of usersWithApp(one, tried(10))) {
    for (const code of [codeOf(one, app.secret), app.recovery_codes[0] ?? '']) {
      const browsers = [openBrowser(one), openBrowser(other)]
      const challenges = await Promise.all(browsers.map((browser) => browser.begin(user)))
      const answers = await Promise.all(
        browsers.map((browser, at) => browser.enterCode(challenges[at] ?? '', code)),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
    }
  }
})

test('a challenge completes one sign-in, with two codes too', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  for await (const { user, app } of usersWithApp(one, tried(10))) {
    const browsers = [openBrowser(one), openBrowser(other)] as const
    const challenge = await browsers[0].begin(user)
    for (const [name, value] of browsers[0].cookies) browsers[1].cookies.set(name, value)
    const answers = await Promise.all([
      browsers[0].enterCode(challenge, codeOf(one, app.secret)),
      browsers[1].enterCode(challenge, app.recovery_codes[0] ?? ''),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  }
})

test('a one-time code of single sign-on begins one session', async () => {
  await using servers = await createServers()
  const { one } = servers
  const issuer = 'https://login.firm.example'
  const provider = { issuer, clientId: 'aman', clientSecret: 'a secret' }
  const { user, organizationId } = await makeFirm(one, provider, 'firm.example')
  await one.database
    .transaction()
    .execute((transaction) => linkIdentity(one, transaction, user.id, { issuer, subject: 'rania' }))
  for (let trial = 0; trial < tried(20); trial += 1) {
    const [cookie, state] = [newSecret(), newSecret()]
    const code = await createCode(
      one,
      one.database,
      {
        ...{ state_hash: hashSecret(state), organization_id: organizationId, issuer },
        ...{ client_id: 'aman', bound_to: hashSecret(cookie), origin: 'https://aman.example' },
        ...{ network: '', session_hash: null, user_id: null, code_hash: null, expires_at: '' },
        destination: null,
      },
      user.id,
    )
    const headers = { cookie: `aman_single_sign_on=${cookie}` }
    const answers = await times(4, () =>
      servers.call('POST', '/api/auth/login/single-sign-on/finish', { body: { code }, headers }),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  }
})

test.each([
  ['connects', 'joins'],
  ['joins', 'connects'],
] as const)(
  'a mailbox that its user connects while the login of the organization joins it is theirs: one %s, then one %s',
  async (...order) => {
    await using imap = await startProxyStandIn()
    await using server = await startCredentialServer(imap.ca)
    const scene = await makeCredentialScene(server, imap.port)
    expect(await scene.enter()).toMatchObject({ status: 200 })
    const { id, email } = await scene.join('sami')
    const token = await makeSession(server, { id })
    const own = { username: proxy.login, password: proxy.password }
    const place = { host: 'localhost', port: imap.port, security: 'tls' }
    const tasks = {
      connects: () =>
        server.post('/api/account/mailbox', { token, body: { address: email, ...own, ...place } }),
      joins: () => joinMailboxes(server),
    }
    const started: Promise<unknown>[] = []
    await server.database.transaction().execute(async (transaction) => {
      await transaction
        .selectFrom('users')
        .select('id')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      for (const name of order) {
        started.push(tasks[name]())
        await untilWaiting(started.length)
      }
    })
    const answers = await Promise.all(started)
    expect(answers[order.indexOf('connects')]).toMatchObject({ status: 200 })
    const rows = server.database
      .selectFrom('mailboxes')
      .select(['username', 'credential_of'])
      .where('user_id', '=', id)
    expect(await rows.execute()).toEqual([{ username: proxy.login, credential_of: null }])

    async function untilWaiting(count: number) {
      const isSo = async () => {
        const { rows: waiting } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(server.database)
        return waiting.length === count
      }
      expect(await until(isSo)).toBe(true)
    }
  },
)

test('what several servers refuse at once adds up', async () => {
  await using servers = await createServers()
  const organizations = await times(20, () => makeOrganization(servers.one))
  const counts = [servers.one, servers.other, servers.one].map(({ services }) =>
    createRefusedCounts(services),
  )
  const refuse = (position: number) =>
    counts[position % 3]?.count({
      subject: organizations[position % 20],
      scope: position % 2 === 0 ? 'report' : 'flags',
      reason: 'network',
    })
  await Promise.all(Array.from(Array(600).keys(), refuse))
  await Promise.all(counts.map((counted) => counted.stop()))
  const rows = await servers.one.database
    .selectFrom('refused_requests')
    .select(['subject', 'count'])
    .execute()
  const sums = organizations.map((id) =>
    rows.filter(({ subject }) => subject === id).reduce((sum, { count }) => sum + count, 0),
  )
  expect(sums).toEqual(organizations.map(() => 30))
})

test('copies of reports at two servers count once, whatever their order and recipients', async () => {
  await using servers = await createServers()
  const { one } = servers
  const organizationId = await makeOrganization(one)
  const token = await makeGatewayKey(one, organizationId)
  const emails = (await times(12, () => makeUser(one, { organizationId }))).map(
    ({ email }) => email,
  )
  const actions = ['no action', 'add header', 'reject']
  const answers = await times(24, (position) => {
    const start = position % emails.length
    const turned = [...emails.slice(start), ...emails.slice(0, start)]
    const body = makeReport({
      // Some name only a part of the recipients.
      rcpt: position % 4 === 0 ? turned.slice(0, 5) : turned,
      action: actions[position % actions.length],
      message_id: `id-${position % 3 === 0 ? 1 : 2}@sender.example`,
    })
    return servers.call('POST', '/api/rspamd', { token, body })
  })
  for (const { status, text } of answers) expect(`${status} ${text}`).toMatch(/^200 .*"ignored":0/)
  const scans = await one.database.selectFrom('scans').select('threat_level').execute()
  expect(scans).toHaveLength(2 * emails.length)
  const totals = await one.database.selectFrom('scan_totals').selectAll().execute()
  for (const { safe, suspicious, malicious } of totals)
    expect(safe + suspicious + malicious).toBe(2)
  const [month] = await one.database.selectFrom('monthly_scans').selectAll().execute()
  const count = (level: string) => scans.filter((scan) => scan.threat_level === level).length
  expect(month).toMatchObject({
    safe: count('safe'),
    suspicious: count('suspicious'),
    malicious: count('malicious'),
  })
})

test('the changes that one organization sends to two servers do not make another one wait', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const provider = await makeProvider(one)
  const second = await makeProvider(one, { domain: 'olive.example' })
  const there = scimClient(other, provider.organizationId, provider.token)
  const busy = [createOf(provider, 'cedar.example'), createOf(there, 'cedar.example')]
  const calm = createOf(scimClient(other, second.organizationId, second.token), 'olive.example')
  const waits = await waitsBeside(busy, calm, 80)
  // Each server serves about one change of the busy organization before that of the calm one.
  expect(Math.min(...waits)).toBeLessThanOrEqual(8)
})

test('a user who becomes inactive while a provider or an import changes the name stays inactive', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const { organizationId, token, create } = await makeProvider(one)
  const provider = scimClient(other, organizationId, token)
  const admin = await signInAdmin(one)
  const provided = await create(entraUser())
  const names = { username: 'omar', email: 'omar@cedar.example' }
  const imported = await makeUser(one, { organizationId, ...names })
  const row = { line: 2, ...names, full_name: 'Omar Nasser' }
  const changes = [
    [provided, () => provider.patch(provided, { op: 'replace', path: 'displayName', value: 'R' })],
    [
      imported.id,
      () =>
        other.post('/api/admin/users/import', {
          token: admin.token,
          body: { dry_run: false, organization_id: organizationId, rows: [row] },
        }),
    ],
  ] as const
  for (const [id, change] of changes) {
    const ending = await one.database.startTransaction().execute()
    await ending.updateTable('users').set({ is_active: 0 }).where('id', '=', id).execute()
    const changing = change()
    const waits = async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(one.database)
      return rows.length > 0
    }
    expect(await until(waits)).toBe(true)
    await ending.commit().execute()
    expect((await changing).status).toBe(200)
    const user = one.database.selectFrom('users').select('is_active').where('id', '=', id)
    expect(await user.executeTakeFirstOrThrow()).toEqual({ is_active: 0 })
  }
})
