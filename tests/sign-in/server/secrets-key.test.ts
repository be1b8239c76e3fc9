import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSealer } from '../../../server/core/sealer.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { judgeKey, loadSealer } from '../../../server/database/secrets-key.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import { insertFactor } from '../../../server/sign-in/factors/factors.ts'
import { createTestClock } from '../../support/server/clock.ts'
import { connectTo, fillEarlier, firstRelease } from '../../support/server/earlier-database.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { rowsOfEveryTable } from '../../support/worlds/every-table.ts'
import { makeUser } from '../../support/worlds/factories.ts'

const key = 'a key of the operator with 32 characters'

test('a sealed secret opens with its key in its place, and nowhere else', () => {
  const sealer = createSealer(key)
  const sealed = sealer.seal('JBSWY3DP', 'totp rania')
  expect(sealed).not.toContain('JBSWY3DP')
  expect(sealer.seal('JBSWY3DP', 'totp rania')).not.toBe(sealed)
  expect(sealer.open(sealed, 'totp rania')).toBe('JBSWY3DP')
  expect(() => sealer.open(sealed, 'totp omar')).toThrow()
  expect(() => createSealer(`${key}!`).open(sealed, 'totp rania')).toThrow()
  const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
  expect(() => sealer.open(changed, 'totp rania')).toThrow()
  expect(() => sealer.open('JBSWY3DP', 'totp rania')).toThrow('not sealed')
})

async function addAuthenticator(database: Database): Promise<void> {
  const place = { database, clock: createTestClock() }
  const user = await makeUser(place)
  const factor = { user_id: user.id, kind: 'totp', name: 'Phone', sealed_secret: 'sealed' } as const
  await insertFactor(place, factor)
}

async function openFile() {
  const folder = await temporaryFolder()
  const address = join(folder.path, 'aman.db')
  const database = await openDatabase(address)
  const place = { database, address, clock: createTestClock() }
  return {
    place,
    keyFile: join(folder.path, 'secrets.key'),
    async [Symbol.asyncDispose]() {
      await database.destroy()
      await folder.remove()
    },
  }
}

test('the key of a file lies beside it, readable by the server alone, and opens what it sealed after a restart', async () => {
  await using file = await openFile()
  const sealed = (await loadSealer(file.place, ''))?.seal('secret', 'a place') ?? ''
  const { mode } = await stat(file.keyFile)
  expect(mode & 0o777).toBe(0o600)
  const again = await loadSealer(file.place, '')
  expect(again?.open(sealed, 'a place')).toBe('secret')
  // The content of the file can become the setting, for instance after a move to PostgreSQL.
  const text = (await readFile(file.keyFile, 'utf8')).trim()
  expect((await loadSealer(file.place, text))?.open(sealed, 'a place')).toBe('secret')
})

test('a missing, another or an unreadable key stops the start, and the error says what to do', async () => {
  await using file = await openFile()
  await loadSealer(file.place, '')
  await expect(loadSealer(file.place, key)).rejects.toThrow(
    'The key in SECRETS_KEY is not the one that encrypted the secrets in this database',
  )
  await writeFile(file.keyFile, 'x'.repeat(43))
  await expect(loadSealer(file.place, '')).rejects.toThrow(
    /^The key in .*secrets\.key is not the one/,
  )
  await writeFile(file.keyFile, 'short')
  await expect(loadSealer(file.place, '')).rejects.toThrow('at least 32 characters')
  await rm(file.keyFile)
  await addAuthenticator(file.place.database)
  await expect(loadSealer(file.place, '')).rejects.toThrow(
    /^The key that encrypts secrets in this database is missing: restore .*secrets\.key or set SECRETS_KEY/,
  )
  // Nor is a new one made where what shows whether a key is right is lost too.
  await file.place.database.deleteFrom('secrets').execute()
  await expect(loadSealer(file.place, '')).rejects.toThrow('is missing')
  await expect(stat(file.keyFile)).rejects.toThrow('ENOENT')
})

test('without a file beside the database the setting is needed, once there are encrypted secrets', async () => {
  await using database = await createTestDatabase()
  const opened = await openDatabase(database.address)
  const address = 'postgres://db.example/aman'
  const place = { database: opened, address, clock: createTestClock() }
  try {
    expect(await loadSealer(place, '')).toBeNull()
    expect(await loadSealer(place, key)).not.toBeNull()
    await expect(loadSealer(place, '')).rejects.toThrow('is missing: set SECRETS_KEY')
  } finally {
    await opened.destroy()
  }
})

test('a database of 0.2.0, as in a backup of it, needs its key if it has encrypted secrets', async () => {
  await using database = connectTo(':memory:')
  await fillEarlier(database, firstRelease, await rowsOfEveryTable(new Date()))
  const place = { database, address: join(tmpdir(), 'no-such-folder', 'aman.db') }
  await database.updateTable('second_factors').set({ sealed_secret: 'sealed' }).execute()
  expect(await judgeKey(place, undefined)).toBe('missing')
  await database.updateTable('second_factors').set({ sealed_secret: null }).execute()
  await database.deleteFrom('identity_providers').execute()
  await database.deleteFrom('webhooks').execute()
  expect(await judgeKey(place, undefined)).toBe('not needed')
})
