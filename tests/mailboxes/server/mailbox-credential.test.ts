import { describe, expect, test as plainTest, test } from 'vitest'
import { minuteMs } from '../../../server/core/clock.ts'
import { claimMailboxes, LostMailboxError } from '../../../server/mailboxes/watch/leases.ts'
import { readWatched } from '../../../server/mailboxes/watch/watched.ts'
import {
  makeCredentialScene,
  proxy,
  startCredentialLab,
  startCredentialServer,
} from '../../support/mailboxes/credential-lab.ts'
import { signingIn, startFakeImap } from '../../support/mailboxes/fake-imap.ts'
import { isHere, phishing } from '../../support/mailboxes/lab.ts'
import { makeMailbox } from '../../support/mailboxes/make-mailbox.ts'
import { startProxyStandIn } from '../../support/mailboxes/proxy-stand-in.ts'
import { createTestServer } from '../../support/server/server.ts'
import { provesOnce } from '../../support/suite.ts'
import { until } from '../../support/until.ts'
import {
  changeUser,
  findUser,
  makeDomain,
  makeSession,
  makeUser,
} from '../../support/worlds/factories.ts'

const path = '/api/organization/mailbox-credential'

describe.each(provesOnce ? (['dovecot'] as const) : (['dovecot', 'cyrus'] as const))(
  'one credential for an organization at %s',
  (at) => {
    const testHere = plainTest.skipIf(!isHere(at))

    testHere(
      'opens the mailbox of each user whom the server knows, and of those who come',
      async () => {
        await using lab = await startCredentialLab(at)
        const { server } = lab
        const own = await lab.join('own')
        await makeMailbox(server, own, undefined, { state: 'stopped' })
        await lab.join('ghost')
        await lab.join('else', { email: 'else@cedar.example' })
        expect(await lab.enter()).toMatchObject({ status: 200 })
        await lab.shows({ watched: 1, waiting: 2, own: 1, elsewhere: 2, failing_count: 0 })
        lab.startWorker()
        await lab.shows({
          ...{ watched: 2, waiting: 0, own: 1, elsewhere: 2 },
          failing: [
            {
              full_name: 'ghost',
              address: 'ghost@olive.example',
              problem: 'unknown',
              is_over: true,
            },
          ],
        })
        const sami = await lab.join('sami')
        await lab.shows({ watched: 3 })
        for (const name of ['rania', 'omar', 'sami']) await lab.imap.deliver(name, phishing(name))
        const judged = () =>
          server.database
            .selectFrom('scans')
            .innerJoin('users', 'users.id', 'scans.user_id')
            .select(['full_name', 'email_subject'])
            .orderBy('full_name')
            .execute()
        await expect
          .poll(judged)
          .toEqual(
            ['omar', 'rania', 'sami'].map((name) => ({ full_name: name, email_subject: name })),
          )
        const token = await makeSession(server, sami)
        const { body } = await server.get('/api/account/mailbox', { token })
        expect(body).toMatchObject({ mailbox: { by_organization: true, state: 'active' } })
        // The organization decides whether it is watched, the user what happens to the mail.
        const settings = (wish: object) =>
          server.post('/api/account/mailbox/settings', { token, body: wish })
        expect(await settings({ action: 'move', is_active: true })).toMatchObject({ status: 200 })
        const left = [
          await settings({ action: 'move', is_active: false }),
          await server.delete('/api/account/mailbox', { token }),
        ]
        for (const answer of left) expect(answer.code).toBe('mailbox_of_organization')
        expect((await server.delete(path, { token: lab.lead })).status).toBe(200)
        const rest = await server.database.selectFrom('mailboxes').select('user_id').execute()
        expect(rest).toEqual([{ user_id: own.id }])
        for (const table of ['mailbox_credentials', 'mailbox_mails'] as const) {
          expect(await server.database.selectFrom(table).selectAll().execute()).toEqual([])
        }
        expect((await server.delete(path, { token: lab.lead })).code).toBe('no_mailbox_credential')
      },
    )

    testHere('is kept only if it opens the mailbox of another', async () => {
      await using lab = await startCredentialLab(at)
      const refused = async (more: object) => (await lab.enter(more)).code
      expect(await refused({ password: 'guessed' })).toBe('credential_refused')
      // The mailbox of a user, who may not open others.
      const ownPassword = 'abcd efgh ijkl mnop'
      expect(await refused({ login: 'omar', password: ownPassword })).toBe('mailbox_without_proxy')
      expect(await refused({ username: 'omar' })).toBe('mailbox_name_unknown')
      await lab.join('ghost')
      const username = at === 'cyrus' ? 'ghost' : 'ghost@olive.example'
      const ghost = { address: 'ghost@olive.example', username }
      expect(await refused(ghost)).toMatch(/^(?:credential_refused|mailbox_without_proxy)$/)
      expect(await lab.shown()).toMatchObject({ credential: null })
      expect(await lab.server.database.selectFrom('mailboxes').selectAll().execute()).toEqual([])
    })

    testHere('a new password goes on with the mailboxes that were known', async () => {
      await using lab = await startCredentialLab(at)
      await lab.enter()
      lab.startWorker()
      await lab.shows({ watched: 2 })
      const rows = () =>
        lab.server.database.selectFrom('mailboxes').select(['id']).orderBy('id').execute()
      const before = await rows()
      await lab.setProxyPassword('another horse')
      lab.server.clock.pass(minuteMs)
      // Dovecot reads its file once a second.
      const isKept = async () => (await lab.enter({ password: 'another horse' })).status === 200
      expect(await until(isKept, { everyMs: 100 })).toBe(true)
      await lab.imap.deliver('rania', phishing('after'))
      const counted = async () =>
        (await lab.server.database.selectFrom('scans').select('id').execute()).length
      await expect.poll(counted).toBe(1)
      expect(await rows()).toEqual(before)
    })
  },
)

describe.each(provesOnce ? [] : (['courier'] as const))('%s', (at) => {
  const testHere = plainTest.skipIf(!isHere(at))
  testHere('no credential is kept where any name opens the own mailbox of the login', async () => {
    await using lab = await startCredentialLab(at)
    expect((await lab.enter()).code).toBe('mailbox_without_proxy')
    expect(await lab.shown()).toMatchObject({ credential: null })
  })
})

test('a refused credential stops all of its mailboxes after three refusals, and is said once', async () => {
  await using imap = await startProxyStandIn()
  await using server = await startCredentialServer(imap.ca)
  const scene = await makeCredentialScene(server, imap.port)
  for (let index = 0; index < 10; index += 1) await scene.join(`person-${index}`)
  await scene.enter()
  await using _worker = closing(scene.startWorker())
  await scene.shows({ watched: 12, failing_count: 0 })
  imap.refuseAll()
  const paused = async () => Object((await scene.shown()).credential).state === 'refused'
  // The server asks for time between two tries, which a test gives.
  const passes = async () => {
    server.clock.pass(minuteMs)
    return paused()
  }
  expect(await until(passes, { everyMs: 50 })).toBe(true)
  // Three were on their way when the first refusal came, and one more told what it was about.
  expect(imap.refusals()).toBeLessThanOrEqual(4)
  const admin = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const { body } = await server.get('/api/admin/attention', { token: admin })
  expect(body).toMatchObject({
    refused_credentials: { count: 1, refused: [{ id: scene.organizationId }] },
    failing_mailboxes: { count: 0 },
  })
  expect(await claimMailboxes(server.database, 'another server', server.clock())).toEqual([])
  const rania = await findUser(server, { full_name: 'rania' })
  const own = await server.get('/api/account/mailbox', { token: await makeSession(server, rania) })
  expect(own.body).toMatchObject({ mailbox: { problem: 'credential' } })
  imap.takeAll()
  expect((await server.post(`${path}/retry`, { token: scene.lead })).status).toBe(200)
  await scene.shows({ watched: 12, failing_count: 0 })
})

test('a refused credential is tried once a minute', async () => {
  await using imap = await startProxyStandIn()
  await using server = await startCredentialServer(imap.ca)
  const scene = await makeCredentialScene(server, imap.port)
  await makeMailbox(server, scene.omar, undefined, { state: 'stopped' })
  await scene.enter()
  await using _worker = closing(scene.startWorker())
  await scene.shows({ watched: 1 })
  imap.refuseAll()
  const passedOver = () => server.logged.filter((line) => line.includes('mailbox not watched'))
  expect(await until(() => passedOver().length > 5)).toBe(true)
  expect(imap.refusals()).toBe(1)
  server.clock.pass(minuteMs)
  expect(await until(() => imap.refusals() === 2)).toBe(true)
})

test('where a server loses AUTH=PLAIN, no mailbox of the login is taken for that of a user', async () => {
  await using imap = await startProxyStandIn()
  await using server = await startCredentialServer(imap.ca)
  const scene = await makeCredentialScene(server, imap.port)
  await scene.enter()
  await using _worker = closing(scene.startWorker())
  await scene.shows({ watched: 2 })
  imap.losePlain()
  const isRefused = async () => {
    // A refused credential is tried once a minute.
    server.clock.pass(minuteMs)
    return Object((await scene.shown()).credential).state === 'refused'
  }
  expect(await until(isRefused, { everyMs: 100 })).toBe(true)
})

test('a refused mailbox stops itself alone, while the credential is taken', async () => {
  await using imap = await startProxyStandIn()
  await using server = await startCredentialServer(imap.ca)
  const scene = await makeCredentialScene(server, imap.port)
  await scene.join('gone')
  await scene.enter()
  await using _worker = closing(scene.startWorker())
  await scene.shows({ watched: 3, failing_count: 0 })
  imap.refuse('gone@olive.example')
  await scene.shows({
    ...{ watched: 2, waiting: 0 },
    failing: [
      { full_name: 'gone', address: 'gone@olive.example', problem: 'unknown', is_over: true },
    ],
  })
  expect(imap.refusals()).toBe(1)
  const { credential } = await scene.shown()
  expect(credential).toMatchObject({ state: 'active' })
})

test('an address that the server does not know, opened first, is no refusal of the credential', async () => {
  await using imap = await startProxyStandIn()
  await using server = await startCredentialServer(imap.ca)
  const scene = await makeCredentialScene(server, imap.port)
  const rania = await findUser(server, { full_name: 'rania' })
  // With mailboxes of their own, also who the credential is checked with.
  for (const { id } of [rania, scene.omar]) {
    const user = { id, email: `${id}@elsewhere.example` }
    await makeMailbox(server, user, undefined, { state: 'stopped' })
  }
  await scene.join('ghost')
  await scene.enter()
  imap.refuse('ghost@olive.example')
  await using _worker = closing(scene.startWorker())
  await scene.shows({
    ...{ watched: 0, own: 2 },
    failing: [
      { full_name: 'ghost', address: 'ghost@olive.example', problem: 'unknown', is_over: true },
    ],
  })
  const [kept] = await server.database.selectFrom('mailbox_credentials').selectAll().execute()
  expect(kept).toMatchObject({ state: 'active', refusals: 0, refused_at: null })
})

test.each([
  ['opens the mailbox of the login each time', { ignoresName: true }],
  ['has no AUTH=PLAIN', { hasPlain: false }],
])('a server that %s is told from one with proxy authorization', async (_, options) => {
  await using imap = await startProxyStandIn(options)
  await using server = await startCredentialServer(imap.ca)
  const scene = await makeCredentialScene(server, imap.port)
  expect((await scene.enter()).code).toBe('mailbox_without_proxy')
})

test('only an organization admin enters it, for the own users in approved domains, at a public server', async () => {
  await using imap = await startFakeImap({ answer: signingIn(() => {}) })
  await using server = await createTestServer()
  const scene = await makeCredentialScene(server, imap.port)
  const code = async (more: object) => (await scene.enter(more)).code
  expect(await code({})).toBe('mailbox_not_allowed')
  await scene.join('away', { email: 'away@elsewhere.example' })
  expect(await code({ address: 'away@elsewhere.example' })).toBe('foreign_member')
  const stranger = await makeUser(server, { email: 'stranger@olive.example' })
  expect(await code({ address: stranger.email })).toBe('foreign_member')
  expect(imap.heard()).toBe('')
})

test('it serves one organization alone, and nothing shows it', async () => {
  await using imap = await startProxyStandIn()
  await using server = await startCredentialServer(imap.ca)
  const scene = await makeCredentialScene(server, imap.port)
  await scene.enter()
  const other = await makeUser(server, { email: 'lead@elm.example', role: 'team_lead' })
  await changeUser(server, other.id, { managed_organization_id: other.organizationId })
  await makeDomain(server, other.organizationId, 'elm.example')
  const token = await makeSession(server, other)
  const none = { credential: null, watched: 0, waiting: 0, failing_count: 0 }
  expect((await server.get(path, { token })).body).toMatchObject(none)
  expect((await server.delete(path, { token })).code).toBe('no_mailbox_credential')
  expect((await server.post(`${path}/retry`, { token })).code).toBe('no_mailbox_credential')
  const moved = [await scene.join('moved'), await scene.join('late')]
  await using _worker = closing(scene.startWorker())
  await scene.shows({ watched: 4 })
  for (const { id } of moved) {
    await changeUser(server, id, { organization_id: other.organizationId })
    await expect
      .poll(() =>
        server.database.selectFrom('mailboxes').selectAll().where('user_id', '=', id).execute(),
      )
      .toEqual([])
    // One that is refused holds no one who has left.
    await server.database.updateTable('mailbox_credentials').set({ state: 'refused' }).execute()
  }
  const audit = await server.database.selectFrom('audit').selectAll().execute()
  const kept = await server.database.selectFrom('mailbox_credentials').selectAll().execute()
  const own = await server.post('/api/account/data', { token: scene.lead })
  for (const text of [JSON.stringify([await scene.shown(), audit, kept]), own.text]) {
    expect(text).not.toContain(proxy.password)
  }
})

test('no credential is kept for an organization admin who loses the right while it is checked', async () => {
  await using imap = await startProxyStandIn()
  await using server = await startCredentialServer(imap.ca)
  const scene = await makeCredentialScene(server, imap.port)
  const held = imap.hold('rania@olive.example')
  const entered = scene.enter()
  await held
  await server.database.updateTable('users').set({ managed_organization_id: null }).execute()
  imap.takeAll()
  expect((await entered).status).toBe(403)
  for (const table of ['mailbox_credentials', 'mailboxes'] as const) {
    expect(await server.database.selectFrom(table).selectAll().execute()).toEqual([])
  }
})

test('a mailbox follows the address of its user, as far as the domain is approved', async () => {
  await using imap = await startProxyStandIn()
  await using server = await startCredentialServer(imap.ca)
  const scene = await makeCredentialScene(server, imap.port)
  await makeDomain(server, scene.organizationId, 'elm.example')
  await scene.enter()
  await using worker = closing(scene.startWorker())
  await scene.shows({ watched: 2 })
  const { id: user_id } = scene.omar
  const rows = server.database.selectFrom('mailboxes').where('user_id', '=', user_id)
  await server.database
    .updateTable('mailboxes')
    .set({ action: 'move', state: 'refused', problem: 'unknown' })
    .where('user_id', '=', user_id)
    .execute()
  await changeUser(server, user_id, { email: 'omar.k@elm.example' })
  const namesake = await scene.join('omar')
  await scene.shows({ watched: 3, failing_count: 0 })
  expect(await rows.select(['address', 'username', 'action']).execute()).toEqual([
    { address: 'omar.k@elm.example', username: 'omar.k@elm.example', action: 'move' },
  ])
  const admin = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const domain = `/api/admin/organizations/${scene.organizationId}/domains/elm.example`
  expect((await server.delete(domain, { token: admin })).status).toBe(200)
  await scene.shows({ watched: 2, elsewhere: 2 })
  expect(await rows.selectAll().execute()).toEqual([])
  // Also before the next look for changed addresses none is opened under a former one.
  await worker.stop()
  const claim = () => claimMailboxes(server.database, 'another', server.clock())
  const before = await claim()
  await changeUser(server, namesake.id, { email: 'omar.b@olive.example' })
  const after = await claim()
  expect([before.length, after.length]).toEqual([2, 1])
  const mailboxId = before.map(({ id }) => id).find((id) => id !== after[0]?.id) ?? ''
  const read = readWatched({ server: 'another', mailboxId }, server.database)
  await expect(read).rejects.toThrow(LostMailboxError)
})

test('a user who is removed while their mailbox is connected leaves nothing', async () => {
  await using imap = await startProxyStandIn()
  await using server = await startCredentialServer(imap.ca)
  const scene = await makeCredentialScene(server, imap.port)
  const leaving = await scene.join('leaving')
  await scene.enter()
  const held = imap.hold('leaving@olive.example')
  await using _worker = closing(scene.startWorker())
  await held
  const admin = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  await server.delete(`/api/admin/users/${leaving.id}`, { token: admin })
  imap.takeAll()
  await scene.shows({ watched: 2, waiting: 0, failing_count: 0 })
  const rows = await server.database.selectFrom('mailboxes').select('address').execute()
  expect(rows.map(({ address }) => address)).not.toContain('leaving@olive.example')
})

function closing(worker: { stop(): Promise<void> }) {
  return Object.assign(worker, {
    [Symbol.asyncDispose]: () => worker.stop(),
  })
}
