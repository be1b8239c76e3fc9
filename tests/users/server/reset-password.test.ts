import { expect, test } from 'vitest'
import { renewRecoveryCodes } from '../../../server/sign-in/factors/change-factors.ts'
import { insertFactor } from '../../../server/sign-in/factors/factors.ts'
import { signIn } from '../../support/browser/sign-in.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { createTestServer } from '../../support/server/server.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

const run = prepareCommand('reset-password')

function resetPassword(url: string, ...options: string[]) {
  return run({ environment: { DATABASE_URL: url } }, ...options)
}

test('resetting a password removes the old one, sessions, known browsers and the lock', async () => {
  await using database = await createTestDatabase()
  await using server = await createTestServer({ address: database.address })
  const old = 'violet kettle drum'
  const user = await makeUser(server, { username: 'Rania', password: old })
  const other = await makeUser(server)
  const address = '192.0.2.7'
  expect((await signIn(server, 'rania', old, address)).status).toBe(200)
  const [session, foreign] = [await makeSession(server, user), await makeSession(server, other)]
  for (let at = 0; at < 5; at += 1) await signIn(server, 'rania', 'wrong', address)

  const { stdout } = await resetPassword(database.url, ' RANIA')
  const password = /^New password of Rania, shown only once: (\S{43})\n$/.exec(stdout)?.[1] ?? ''
  // A server caches a sign-in lock for some seconds.
  server.clock.pass(5000)
  expect((await signIn(server, 'rania', old, address)).status).toBe(401)
  expect((await signIn(server, 'rania', password, address)).status).toBe(200)
  expect((await server.get('/api/auth/me', { token: session })).status).toBe(401)
  expect((await server.get('/api/auth/me', { token: foreign })).status).toBe(200)
  const devices = server.database.selectFrom('known_devices').selectAll().execute()
  expect(await devices).toHaveLength(1)
  const acts = server.database
    .selectFrom('audit')
    .select(['actor_role', 'target_id', 'detail'])
    .where('action', '=', 'password-reset')
  expect(await acts.execute()).toEqual([{ actor_role: 'operator', target_id: user.id, detail: '' }])
})

test('second factors stay unless the operator says that they are lost', async () => {
  await using database = await createTestDatabase()
  await using server = await createTestServer({ address: database.address })
  const users = [await makeUser(server, { username: 'rania' }), await makeUser(server)]
  for (const { id } of users) {
    const factor = { user_id: id, kind: 'totp', name: 'Phone', sealed_secret: 'sealed' } as const
    await insertFactor(server.services, factor)
    await renewRecoveryCodes(server.database, id)
  }
  const owners = async () => {
    const [factors, codes] = await Promise.all([
      server.database.selectFrom('second_factors').select('user_id').execute(),
      server.database.selectFrom('recovery_codes').select('user_id').distinct().execute(),
    ])
    return [...factors, ...codes].map(({ user_id }) => user_id).toSorted()
  }
  const both = users.flatMap(({ id }) => [id, id]).toSorted()
  expect((await resetPassword(database.url, 'rania')).stdout).not.toContain('factors')
  expect(await owners()).toEqual(both)
  const { stdout } = await resetPassword(database.url, 'rania', '--factors')
  expect(stdout).toMatch(/\nSecond factors removed: 1\n$/)
  expect(await owners()).toEqual([users[1]?.id, users[1]?.id])
  const acts = server.database.selectFrom('audit').select('detail').orderBy('id')
  expect(await acts.where('action', '=', 'password-reset').execute()).toEqual([
    { detail: '' },
    { detail: 'with second factors' },
  ])
})
