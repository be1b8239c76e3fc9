import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parseSettings } from '../../../server/cli/invocation/caller.ts'
import { describeAddress, isPostgresUrl, placeOf } from '../../../server/core/database-address.ts'
import { migrate, pendingMigrations } from '../../../server/database/opening/migrate.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { bundled } from '../../support/commands/bundle.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { makeCertificate } from '../../support/server/certificate.ts'
import { connectTo, firstRelease } from '../../support/server/earlier-database.ts'
import { createEmptyDatabase, createTestDatabase } from '../../support/server/test-database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { makeOrganization, makeUser } from '../../support/worlds/factories.ts'

const run = promisify(execFile)
const repository = resolve(import.meta.dirname, '../../..')

/** Each command that works on a server's data, with valid arguments. */
const commands: [name: string, ...options: string[]][] = [
  ['gateway-key', 'Cedar Health'],
  ['export-user', 'rania'],
  ['reset-password', 'rania'],
  ['backup', 'backup.db'],
]

const prepared = new Map(
  [...commands.map(([name]) => name), 'import-file', 'rspamd', 'site', 'restore'].map((name) => [
    name,
    prepareCommand(name),
  ]),
)

type Command = readonly [name: string, ...options: string[]]

function command(folder: string, url: string, [name, ...options]: Command) {
  const place = { folder, environment: { DATABASE_URL: url } }
  return prepared.get(name)?.(place, ...options)
}

/** In a process of its own, as an operator runs it: it ends by itself. */
function commandAlone(cwd: string, url: string, [name, ...options]: Command) {
  return run(process.execPath, [join(repository, 'server/cli', `${name}.ts`), ...options], {
    cwd,
    env: { ...process.env, DATABASE_URL: url },
  })
}

test('a command does not create a missing database but names it', async () => {
  await using folder = await temporaryFolder()
  for (const name of commands) {
    for (const url of ['', 'file:elsewhere/aman.db']) {
      const place = join(folder.path, url === '' ? 'data/aman.db' : 'elsewhere/aman.db')
      await expect(command(folder.path, url, name), name[0]).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: `Database: SQLite at ${place}\nThere is no database at ${place}. DATABASE_URL names the database of the server.\n`,
      })
    }
  }
  expect(await readdir(folder.path)).toEqual([])
})

test('a command does not change a database without data of Aman', async () => {
  await using folder = await temporaryFolder()
  await using database = await createEmptyDatabase()
  const other = connectTo(database.address)
  await other.schema.createTable('of_another_program').addColumn('id', 'text').execute()
  const tables = await other.introspection.getTables()
  for (const name of commands.filter(([name]) => name !== 'backup')) {
    await expect(command(folder.path, database.url, name), name[0]).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${placeOf(database.address)} holds no data of Aman.`),
    })
  }
  expect(tables).toHaveLength(1)
  expect(await other.introspection.getTables()).toEqual(tables)
  await other.destroy()
})

test('each command prints on standard error which database it uses', async () => {
  await using folder = await temporaryFolder()
  await using database = await createTestDatabase()
  const opened = await openDatabase(database.address)
  const place = { database: opened, clock: () => new Date() }
  await makeOrganization(place, { name: 'Cedar Health' })
  await makeUser(place, { username: 'rania' })
  await opened.destroy()
  for (const name of commands) {
    const { stdout, stderr } = await commandAlone(folder.path, database.url, name)
    expect(stderr, name[0]).toBe(`Database: ${describeAddress(database.address)}\n`)
    expect(stdout).not.toBe('')
  }
})

test('only backup works on a database of an older or newer version, and no command migrates it', async () => {
  await using folder = await temporaryFolder()
  await using database = await createEmptyDatabase()
  const server = connectTo(database.address)
  await migrate(server, firstRelease)
  const pending = await pendingMigrations(server)
  expect(pending).toContain('0039-organization-keys@0.3.0')
  await using target = await createEmptyDatabase()
  const refused = commands.filter(([name]) => name !== 'backup')
  const check = async (version: string) => {
    for (const name of refused) {
      await expect(command(folder.path, database.url, name), name[0]).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`${version} version of Aman`),
      })
    }
    if (isPostgresUrl(database.address)) return
    const importing = command(folder.path, target.url, ['import-file', database.address])
    await expect(importing).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${version} version of Aman`),
    })
    await command(folder.path, database.url, ['backup', `${version}.db`])
    expect((await stat(join(folder.path, `${version}.db`))).size).toBeGreaterThan(0)
  }
  await check('older')
  expect(await pendingMigrations(server)).toEqual(pending)
  await migrate(server)
  await server
    .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
    .insertInto('kysely_migration')
    .values({ name: '9999-of-tomorrow', timestamp: new Date().toISOString() })
    .execute()
  await check('newer')
  await server.destroy()
})

test('import-file does not migrate a target of an older version', async () => {
  await using folder = await temporaryFolder()
  await using database = await createEmptyDatabase()
  const path = join(folder.path, 'source.db')
  await (await openDatabase(path)).destroy()
  const server = connectTo(database.address)
  await migrate(server, firstRelease)
  const pending = await pendingMigrations(server)
  const importing = command(folder.path, database.url, ['import-file', path])
  await expect(importing).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('belongs to an older version of Aman'),
  })
  expect(await pendingMigrations(server)).toEqual(pending)
  await server.destroy()
})

test('a file that is not a database is reported in one line', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'text.db'), 'This is certainly no database file. '.repeat(100))
  for (const name of commands.filter(([name]) => name !== 'backup')) {
    await expect(command(folder.path, 'file:text.db', name), name[0]).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/\nCannot open the database .+: file is not a database\n$/),
    })
  }
})

test('a file or folder of the operator that cannot be used is named in one line', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'a file')
  await writeFile(file, '')
  await (await openDatabase(join(folder.path, 'aman.db'))).destroy()
  for (const [name, ...options] of [
    ['rspamd', '--operator', '--into', join(file, 'aman-files')],
    ['rspamd', '--operator', '--into', file],
    ['site', '--into', file],
    ['backup', join(file, 'backup.db')],
    ['import-file', join(file, 'aman.db')],
    ['restore', join(file, 'backup.db')],
  ] as const) {
    const url = name === 'restore' ? 'file:new/aman.db' : 'file:aman.db'
    const failure: unknown = await command(folder.path, url, [name, ...options])?.catch(
      (cause: unknown) => cause,
    )
    expect(failure, name).toMatchObject({ code: 1, stderr: expect.stringContaining(file) })
    expect(failure, name).not.toMatchObject({ stderr: expect.stringMatching(/\n\s+at /) })
  }
})

async function runSettingsFile(...parameters: string[]) {
  const aman = await bundled('server/cli/aman/aman.ts')
  const ended = Promise.withResolvers<{ code: unknown; stdout: string; stderr: string }>()
  // This machine may trust an authority of its own.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  execFile(process.execPath, [aman, ...parameters], { env }, (cause, stdout, stderr) =>
    ended.resolve({ code: cause?.code, stdout, stderr }),
  )
  return ended.promise
}

test.each([
  ['\uFEFFPORT=80\r\nHOST=::1\r\n', { PORT: '80', HOST: '::1' }],
  ['PORT=80\rHOST=::1', { PORT: '80', HOST: '::1' }],
  [`PORT="80" # of the proxy\nHOST='::1'`, { PORT: '80', HOST: '::1' }],
  ['export PORT = 80\n  # HOST=b\nHOST=a # b', { PORT: '80', HOST: 'a' }],
  ['SMTP_URL=smtps://a:p#s=s"w@b\nHOST=', { SMTP_URL: 'smtps://a:p#s=s"w@b', HOST: '' }],
])('a file of settings means what people mean by %j', (text, values) => {
  expect(parseSettings(text)).toEqual({ values: new Map(Object.entries(values)), problems: [] })
})

test('all that is wrong in a file of settings is named at once, lines and values', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'aman.env')
  const lines = [
    'PORT=abc',
    'PUBLC_URL=https://aman.example',
    'HOST 127.0.0.1',
    'MAIL_FROM="no-reply@firm.example',
    'SUPPORT_EMAIL=“support@firm.example”',
    'PORT=80',
    'SMTP_URL=https://a:topsecret@b',
  ]
  await writeFile(file, lines.join('\r\n'))
  const { code, stderr } = await runSettingsFile('--settings', file, 'doctor')
  expect(code).toBe(1)
  expect(stderr.trimEnd().split('\n')).toEqual([
    `${file}, line 2: PUBLC_URL is not a setting of Aman: is PUBLIC_URL meant?`,
    `${file}, line 3: NAME=value is expected`,
    expect.stringMatching(/, line 4: the value of MAIL_FROM begins or ends with a quote alone: /),
    expect.stringMatching(/, line 5: the value of SUPPORT_EMAIL begins or ends with a quote/),
    `${file}, line 6: PORT is set a second time: delete one of the lines`,
    "PORT is 'abc', but a whole number from 0 to 65535 is expected",
    "SMTP_URL is '…', but smtp://user:password@host:port or smtps://… is expected",
  ])
  await writeFile(file, Buffer.from('\uFEFFPORT=80\n', 'utf16le'))
  expect((await runSettingsFile('--settings', file, 'version')).stderr).toBe(
    `Cannot read the settings in ${file}: save it in UTF-8\n`,
  )
})

test('an authority in a file of settings is trusted over TLS', async () => {
  await using folder = await temporaryFolder()
  const { key, cert } = await makeCertificate(60)
  const site = createServer({ key, cert }, (_, answer) => answer.end('{"status":"ok"}'))
  await once(site.listen(0, '127.0.0.1'), 'listening')
  const authority = join(folder.path, 'authority.pem')
  await writeFile(authority, cert)
  const file = join(folder.path, 'aman.env')
  const settings = [
    `DATABASE_URL=file:${join(folder.path, 'aman.db')}`,
    `PUBLIC_URL=https://localhost:${Object(site.address()).port}`,
  ]
  await writeFile(file, settings.join('\n'))
  const untrusted = await runSettingsFile('--settings', file, 'doctor')
  expect(untrusted.stdout).toMatch(/^wrong {5}The certificate of localhost is not trusted/m)
  await writeFile(file, [...settings, `NODE_EXTRA_CA_CERTS="${authority}"`].join('\r\n'))
  const { stdout } = await runSettingsFile('--settings', file, 'doctor')
  expect(stdout).toMatch(/^well {6}The certificate of localhost is valid for/m)
  expect(stdout).toMatch(/^well {6}https:\/\/localhost:\d+ leads to Aman/m)
  site.closeAllConnections()
  site.close()
})
