import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isPostgresUrl } from '../../../server/core/database-address.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { loadSealer } from '../../../server/database/secrets-key.ts'
import { bundled } from '../../support/commands/bundle.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { createTestServer } from '../../support/server/server.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../support/server/test-database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { until } from '../../support/until.ts'
import { makeUser, signInUser } from '../../support/worlds/factories.ts'
import { addApp, codeOf, makeEnrollable, openBrowser } from '../../support/worlds/factors.ts'
import { contentOf, fillDatabase } from '../../support/worlds/full-database.ts'

const run = promisify(execFile)

const backUp = prepareCommand('backup')

/** In a process of its own. */
async function command(name: string, url: string, ...options: string[]) {
  const env = { ...process.env, DATABASE_URL: url }
  return run(process.execPath, [await bundled(`server/cli/${name}.ts`), ...options], { env })
}

test('a backup taken during writes is complete, and a server starts from it', async () => {
  await using folder = await temporaryFolder()
  await using lost = await createTestDatabase()
  await using found = await createEmptyDatabase()
  const database = await openDatabase(lost.address)
  const place = { database, clock: () => new Date() }
  const { user: before, token } = await signInUser(place)
  const running = await startServerProcess({ DATABASE_URL: lost.url })
  let goesOn = true
  let written = 0
  const writing = (async () => {
    for (; goesOn; written += 1) {
      await makeUser(place)
      await setImmediate()
    }
  })()
  const target = join(folder.path, 'backup.db')
  const { stdout } = await command('backup', lost.url, target)
  goesOn = false
  await writing
  expect(stdout).toContain(`Backed up to ${target}\n`)
  expect(written).toBeGreaterThan(0)
  for (const file of [target, `${target}.secrets`]) {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  }
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${running.url}/api/auth/me`, { headers })).status).toBe(200)
  await running.end('SIGTERM')
  await database.destroy()

  await command('restore', found.url, target, '--secrets', `${target}.secrets`)
  const second = await startServerProcess({ DATABASE_URL: found.url })
  const me = await fetch(`${second.url}/api/auth/me`, { headers })
  expect(await me.json()).toMatchObject({ username: before.username })
  expect((await fetch(`${second.url}/api/ready`)).status).toBe(200)
  expect(await second.end('SIGTERM')).toBe(0)
})

test('a backup that was killed leaves nothing that the next one with its name trips over or keeps', async () => {
  await using folder = await temporaryFolder()
  await using database = await createTestDatabase()
  await (await openDatabase(database.address)).destroy()
  const target = join(folder.path, 'backup.db')
  const env = { ...process.env, DATABASE_URL: database.url, TMPDIR: folder.path }
  const file = await bundled('server/cli/backup.ts')
  const begin = () => spawn(process.execPath, [file, target], { env })
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const child = begin()
    const ended = once(child, 'exit')
    const isBegun = async () =>
      (await readdir(folder.path)).some((name) => name.endsWith(`${child.pid}.part`))
    expect(await until(isBegun, { everyMs: 1 })).toBe(true)
    child.kill(signal)
    await ended
    expect(existsSync(target)).toBe(false)
  }
  // A process of its own, as a thread would look for TMPDIR in the variables of this one.
  expect(await once(begin(), 'exit')).toEqual([0, null])
  const beside = isPostgresUrl(database.url) ? [] : await readdir(dirname(database.address))
  const left = [...(await readdir(folder.path)), ...beside]
  expect(left.filter((name) => /part|staging/.test(name))).toEqual([])
})

test('a folder of backups keeps as many as it was told, each with its secrets, and nothing else is deleted', async () => {
  await using folder = await temporaryFolder()
  await using database = await createTestDatabase()
  await (await openDatabase(database.address)).destroy()
  const old = [
    'aman-20200101T000000Z.db',
    'aman-20200102T000000Z.db',
    'aman-20200103T000000Z.db.age',
  ]
  const others = ['aman-2020.db', 'invoices.db']
  for (const name of [...old, `${old[0]}.secrets`, `${old[1]}.secrets`, ...others]) {
    await writeFile(join(folder.path, name), '')
  }
  await backUp(
    { environment: { DATABASE_URL: database.url } },
    '--into',
    folder.path,
    '--keep',
    '2',
  )
  const left = await readdir(folder.path)
  const made = left.filter((name) => !others.includes(name) && name !== old[2])
  expect(left).toEqual(expect.arrayContaining([...others, old[2]]))
  expect(made).toEqual([expect.stringMatching(/^aman-2\d{7}T\d{6}Z\.db$/), `${made[0]}.secrets`])
})

test('a backup overwrites nothing and leaves nothing behind when it fails', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'aman.db')
  await (await openDatabase(path)).destroy()
  const taken = join(folder.path, 'taken')
  const fresh = join(folder.path, 'fresh')
  await writeFile(taken, 'precious')
  const cases: [string[], RegExp][] = [
    [[], /^Name one file, or a folder\nUsage: npm run backup -- <file> /],
    [[taken, '--keep', '3'], /^--keep takes a number from 1, and needs --into\n/],
    [[fresh, '--passphrase-file', taken], /A passphrase of at least 12 characters is expected\n$/],
    [[fresh, '--encrypt'], /A passphrase is needed: /],
    [[taken], /is there already; a backup overwrites nothing\n$/],
    [['--into', taken], /\nCannot use .*taken: ENOTDIR: not a directory\n$/],
    [[join(folder.path, 'nowhere', 'backup.db')], /\nCannot use .*nowhere: ENOENT/],
  ]
  for (const [options, words] of cases) {
    await expect(
      backUp({ environment: { DATABASE_URL: `file:${path}` } }, ...options),
    ).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(words),
    })
  }
  const environment = { DATABASE_URL: `file:${join(folder.path, 'none.db')}` }
  const missing = backUp({ environment }, join(folder.path, 'backup.db'))
  await expect(missing).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/\nThere is no database at /),
  })
  expect(
    (await readdir(folder.path)).filter((name) => /backup|fresh|part|staging/.test(name)),
  ).toEqual([])
})

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
})

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
})

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
})
