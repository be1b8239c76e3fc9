import { expect, test } from 'vitest'
import { showSendersEndpoint } from '../../../contract/flags/show-senders.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeAlias, makeUser, signInUser } from '../../support/worlds/factories.ts'
import { makeFlag } from '../../support/worlds/mail-factories.ts'

async function ask(server: TestServer, token: string, senders: readonly string[]) {
  const answer = await server.post('/api/flags/senders', { token, body: { senders } })
  expect(answer.status).toBe(200)
  return answer.output(showSendersEndpoint).senders
}

test('a sender has the flag that decides about its mail', async () => {
  await using server = await createTestServer()
  const { user, token } = await signInUser(server)
  const stranger = await makeUser(server)
  await makeFlag(server, user, { flag_type: 'red', value: 'spam.example' })
  await makeFlag(server, user, { flag_type: 'green', value: 'good@spam.example' })
  await makeFlag(server, stranger, { flag_type: 'red', value: 'other.example' })
  const found = await ask(server, token, [
    'a@mail.spam.example',
    'Good@Spam.example',
    'spam.example',
    'other.example',
    'localhost',
    '',
  ])
  expect(found.map(({ flag, address, domain }) => [flag?.value, address, domain])).toEqual([
    ['spam.example', 'a@mail.spam.example', 'mail.spam.example'],
    ['good@spam.example', 'good@spam.example', 'spam.example'],
    ['spam.example', null, 'spam.example'],
    [undefined, null, 'other.example'],
    [undefined, null, null],
    [undefined, null, null],
  ])
})

test('domains that many share or that are their own are not for one click', async () => {
  await using server = await createTestServer({ services: { trustablePublicMail: ['gmx.net'] } })
  const { user, token } = await signInUser(server, { email: 'rania@clinic.example' })
  await makeAlias(server, user, 'rania@mail.olive.example')
  const approved = { organization_id: user.organizationId, created_at: '2026-01-01' }
  await server.database
    .insertInto('organization_domains')
    .values([
      { ...approved, domain: 'ours.example', approved_at: '2026-01-02' },
      { ...approved, domain: 'proposed.example', approved_at: null },
    ])
    .execute()
  const domains = [
    ['gmail.com', 'public_mail', false],
    ['gmx.net', 'public_mail', true],
    // Below it is a public provider.
    ['co.jp', 'public_mail', true],
    ['clinic.example', 'own_domain', true],
    ['olive.example', 'own_domain', true],
    ['ours.example', 'own_domain', true],
    ['proposed.example', null, true],
    ['sub.clinic.example', null, true],
    ['strange.example', null, true],
  ] as const
  const found = await ask(
    server,
    token,
    domains.map(([domain]) => `a@${domain}`),
  )
  expect(
    found.map(({ domain, shared, is_domain_trustable }) => [domain, shared, is_domain_trustable]),
  ).toEqual(domains)
})
