import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { loadSealer } from '../../../server/database/secrets-key.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { createTestServer } from '../../support/server/server.ts'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../support/server/test-database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { addApp, codeOf, makeEnrollable, openBrowser } from '../../support/worlds/factors.ts'
import { contentOf, fillDatabase } from '../../support/worlds/full-database.ts'

const backUp = prepareCommand('backup')
const restore = prepareCommand('restore')
const key = 'a key of the operator with 32 characters'

function on({ url }: Pick<TestDatabase, 'url'>, secretsKey = key) {
  return { environment: { DATABASE_URL: url, SECRETS_KEY: secretsKey } }
}

async function serverOn(address: string) {
  const database = await openDatabase(address)
  const sealer = await loadSealer({ database, address, clock: () => new Date() }, key)
  await database.destroy()
  return createTestServer({ address, services: { sealer } })
}

async function passphraseIn(folder: string): Promise<string> {
  const file = join(folder, 'passphrase')
  await writeFile(file, 'violet kettle drum\n')
  return file
}

test('every row of every table comes back onto another machine, users stay signed in, and a second restore overwrites nothing', async () => {
  await using folder = await temporaryFolder()
  await using lost = await createTestDatabase()
  await using found = await createEmptyDatabase()
  const token = await fillDatabase(lost.address)
  const before = await openDatabase(lost.address)
  const expected = await contentOf(before)
  await before.destroy()
  const file = join(folder.path, 'aman.db')
  await backUp(on(lost), file)
  expect(await readFile(`${file}.secrets`, 'utf8')).toContain(`SECRETS_KEY='${key}'\n`)
  await restore(on(found), file)
  await using server = await createTestServer({ address: found.address })
  expect(await contentOf(server.database)).toEqual(expected)
  expect((await server.get('/api/auth/me', { token })).status).toBe(200)
  await expect(restore(on(found), file)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/overwrites nothing|the database is not empty/),
  })
}, 120_000)

test('a user of an encrypted backup signs in with password and authenticator app, and has the same flags', async () => {
  await using folder = await temporaryFolder()
  await using lost = await createTestDatabase()
  await using found = await createEmptyDatabase()
  const made = await (async () => {
    await using server = await serverOn(lost.address)
    const enrolled = await makeEnrollable(server)
    const { token, user } = enrolled
    const { secret } = await addApp(server, enrolled)
    const body = { flag_type: 'red', value: 'spam.example' }
    expect((await server.post('/api/flags/add', { token, body })).status).toBe(200)
    return { user, secret }
  })()
  const passphrase = ['--passphrase-file', await passphraseIn(folder.path)]
  const file = join(folder.path, 'aman.db.age')
  await backUp(on(lost), file, ...passphrase)
  expect(await readdir(folder.path)).toEqual(['aman.db.age', 'passphrase'])
  const sealed = await readFile(file, 'latin1')
  expect(sealed).not.toContain(made.user.username)
  expect(sealed).not.toContain(key)
  const printed = await restore(on(found, ''), file, ...passphrase, '--print-settings')
  expect(printed.stdout).toContain(`SECRETS_KEY='${key}'\n`)

  await restore(on(found), file, ...passphrase)
  await using server = await serverOn(found.address)
  server.clock.pass(60_000)
  const browser = openBrowser(server)
  const challenge = await browser.begin(made.user)
  const entered = await browser.enterCode(challenge, codeOf(server, made.secret))
  expect(entered.status).toBe(200)
  const { access_token: token } = JSON.parse(entered.text)
  expect((await server.get('/api/flags/list', { token })).text).toContain('spam.example')
}, 120_000)

test('a restore without the key of the secrets, or with another one, is refused and writes nothing', async () => {
  await using folder = await temporaryFolder()
  await using lost = await createTestDatabase()
  await using found = await createEmptyDatabase()
  {
    await using server = await serverOn(lost.address)
    await addApp(server, await makeEnrollable(server))
  }
  const file = join(folder.path, 'aman.db')
  await backUp(on(lost), file)
  for (const [secretsKey, words] of [
    ['', 'This backup has encrypted secrets, and their key is missing'],
    [
      'x'.repeat(32),
      'The key of secrets of this machine (SECRETS_KEY) is not the one of this backup',
    ],
  ] as const) {
    const refused = restore(on(found, secretsKey), file)
    await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(words) })
  }
  await restore(on(found), file)
}, 60_000)
