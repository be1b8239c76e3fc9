import { expect, test } from 'vitest'
import { hashSecret, newSecret } from '../../../server/core/sealer.ts'
import { createLink, type LinkPurpose } from '../../../server/sign-in/links/links.ts'
import { createCode } from '../../../server/sign-in/single-sign-on/attempts.ts'
import { linkIdentity } from '../../../server/sign-in/single-sign-on/identities.ts'
import { takeLink } from '../../support/browser/links.ts'
import { createServers, times } from '../../support/postgres/two-servers.ts'
import type { TestServer } from '../../support/server/server.ts'
import { makeFirm } from '../../support/server/single-sign-on.ts'
import { provesOnce } from '../../support/suite.ts'
import { type MadeUser, makeSession, makeUser } from '../../support/worlds/factories.ts'
import { addApp, codeOf, openBrowser } from '../../support/worlds/factors.ts'
import { signIn } from '../../support/worlds/save-user.ts'

/*
 * A thing that works once works once when two servers get it at the same moment. Each test tries
 * many times, because only some trials overlap where they must not.
 */

const used = '404 link_not_valid'
/** The trials of a night, or a third of them. */
const tried = (trials: number) => (provesOnce ? Math.ceil(trials / 3) : trials)

/** @returns the secret of a link, as the mail would have it */
async function linkOf(server: TestServer, { id }: MadeUser, purpose: LinkPurpose) {
  const user = await server.database
    .selectFrom('users')
    .select(['id', 'password_hash', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const link = await createLink(server.database, server, purpose, user)
  await server.database
    .updateTable('users')
    .set({ invitation_expires_at: purpose === 'invitation' ? link.expiresAt : null })
    .where('id', '=', id)
    .execute()
  return link.secret
}

async function* usersWithApp(server: TestServer, count: number) {
  for (let trial = 0; trial < count; trial += 1) {
    const user = await makeUser(server, { password: 'correct horse battery' })
    yield { user, app: await addApp(server, { user, token: await makeSession(server, user) }) }
  }
}

test('of two links of one user that are used at once, one sets the password', {
  timeout: 120_000,
}, async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const passwords = ['quiet zebra juggles lanterns', 'violet kettle drum by noon'] as const
  for (let trial = 0; trial < tried(40); trial += 1) {
    const user = await makeUser(one, { password: 'correct horse battery' })
    const first = await linkOf(one, user, 'password-reset')
    const second = await linkOf(one, user, 'password-reset')
    const answers = await Promise.all([
      takeLink(one, first, passwords[0]),
      takeLink(other, second, passwords[1]),
    ])
    expect(answers.toSorted()).toEqual(['200', used])
    const [won] = answers[0] === '200' ? passwords : passwords.toReversed()
    expect(await signIn(one, user.username, won ?? '')).toBe(200)
  }
})

test('one link that is used at once at two servers sets one password', {
  timeout: 120_000,
}, async () => {
  await using servers = await createServers()
  const { one, other } = servers
  for (const purpose of ['invitation', 'password-reset'] as const) {
    for (let trial = 0; trial < tried(15); trial += 1) {
      const link = await linkOf(one, await makeUser(one), purpose)
      const answers = await Promise.all([takeLink(one, link), takeLink(other, link)])
      expect(answers.toSorted()).toEqual(['200', used])
    }
  }
})

test('an invitation is either used or withdrawn', {
  timeout: 120_000,
}, async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const token = await makeSession(one, await makeUser(one, { role: 'super_admin' }))
  for (let trial = 0; trial < tried(30); trial += 1) {
    const user = await makeUser(one)
    const link = await linkOf(one, user, 'invitation')
    const [taken, withdrawn] = await Promise.all([
      takeLink(one, link),
      other.delete(`/api/admin/users/${user.id}/invitation`, { token }),
    ])
    expect([taken, withdrawn.status]).toEqual(taken === '200' ? ['200', 409] : [used, 200])
  }
})

test('a code of the app and a recovery code complete one of two sign-ins', {
  timeout: 120_000,
}, async () => {
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

test('a challenge completes one sign-in, with two codes too', {
  timeout: 120_000,
}, async () => {
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

test('a one-time code of single sign-on begins one session', {
  timeout: 120_000,
}, async () => {
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
