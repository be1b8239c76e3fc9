import { hash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLink } from '../../../server/sign-in/links/links.ts'
import {
  noBreachedPasswords,
  openBreachedPasswords,
} from '../../../server/sign-in/passwords/breached-passwords.ts'
import { withLinks } from '../../support/browser/links.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { type MadeUser, makeSession, makeUser } from '../../support/worlds/factories.ts'
import { makeForm, password, savePath } from '../../support/worlds/save-user.ts'

const sha1 = (text: string) => hash('sha1', text).toUpperCase()
const breached = Array.from({ length: 300 }, (_, number) => `password ${number}`)
const lines = breached.map((text) => `${sha1(text)}:${text.length}`).toSorted()

async function writeRanges(folder: string, extension: string): Promise<void> {
  const ranges = new Map([
    ['00000', [`${'0'.repeat(35)}:3`]],
    ['FFFFF', [`${'F'.repeat(35)}:1`]],
  ])
  for (const line of lines) {
    const [prefix, rest] = [line.slice(0, 5), line.slice(5)]
    ranges.set(prefix, [...(ranges.get(prefix) ?? []), rest])
  }
  const padded = sha1('never used')
  ranges.set(padded.slice(0, 5), [`${padded.slice(5)}:0`])
  ranges.set(sha1('not breached').slice(0, 5), [`${'1'.repeat(35)}:9`])
  await mkdir(folder)
  for (const [prefix, rests] of ranges) {
    await writeFile(join(folder, `${prefix}${extension}`), rests.join('\r\n'))
  }
}

test.each([
  ['with the line ends of Windows', '\r\n', ''],
  ['with plain line ends', '\n', '\n'],
])('a sorted file %s is searched in place', async (_, lineEnd, last) => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'list.txt')
  await writeFile(path, lines.join(lineEnd) + last)
  const list = await openBreachedPasswords(path)
  for (const password of breached) expect(await list.has(password), password).toBe(true)
  for (const password of ['not breached', '', 'password 300', 'Password 1', 'كلمة السر']) {
    expect(await list.has(password), password).toBe(false)
  }
  await list.close()
})

test.each(['.txt', ''])('range files named 00000%s are read one by one', async (extension) => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'ranges')
  await writeRanges(path, extension)
  const list = await openBreachedPasswords(path)
  for (const password of breached.slice(0, 50)) expect(await list.has(password)).toBe(true)
  expect(await list.has('not breached')).toBe(false)
  // Padding of the service.
  expect(await list.has('never used')).toBe(false)
})

test.each([
  ['a missing path', () => undefined, 'ENOENT'],
  ['an empty file', () => '', 'it is empty'],
  ['a file in the order of counts', () => lines.toReversed().join('\n'), 'it is not sorted'],
  ['a list of passwords', () => breached.join('\n'), "it holds 'PASSWORD 0' in place of"],
  ['a list of other hashes', () => lines.map((line) => line.slice(8)).join('\n'), 'in place of'],
])('%s prevents the start', async (_, text, words) => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'list.txt')
  const written = text()
  if (written !== undefined) await writeFile(path, written)
  const opened = openBreachedPasswords(path)
  await expect(opened).rejects.toThrow('BREACHED_PASSWORDS cannot be used: ')
  await expect(opened).rejects.toThrow(words)
})

const known = 'quiet zebra juggles lanterns'
const refused = {
  status: 422,
  detail: 'password: is known from a data breach. Use another one.',
  fields: [{ field: 'password', code: 'breached' }],
}

/** A server with a list of one password. */
function createServer() {
  const breachedPasswords = { ...noBreachedPasswords, has: async (text: string) => text === known }
  return createTestServer({ services: { ...withLinks.services, breachedPasswords } })
}

async function hashOf({ database }: TestServer, { id }: MadeUser) {
  const users = database.selectFrom('users').select('password_hash').where('id', '=', id)
  return (await users.executeTakeFirstOrThrow()).password_hash
}

test('a breached password is refused where an admin sets it, with its code', async () => {
  await using server = await createServer()
  const { token } = await signInAdmin(server)
  const body = await makeForm(server, { password: known })
  expect(await server.post(savePath, { token, body })).toMatchObject(refused)
})

test.each(['invitation', 'password-reset'] as const)(
  'a breached password is refused where a link sets it: %s',
  async (purpose) => {
    await using server = await createServer()
    const user = await makeUser(server, purpose === 'invitation' ? {} : { password })
    const before = await hashOf(server, user)
    const link = { ...user, password_hash: before }
    const { secret } = await createLink(server.database, server, purpose, link)
    const set = (given: string) =>
      server.post('/api/auth/password-link/password', { body: { secret, password: given } })
    expect(await set(known)).toMatchObject(refused)
    expect(await hashOf(server, user)).toBe(before)
    expect((await set('violet harbour maps at noon')).status).toBe(200)
  },
)

test('a breached password is refused where users change their own', async () => {
  await using server = await createServer()
  const user = await makeUser(server, { password })
  const token = await makeSession(server, user)
  const before = await hashOf(server, user)
  const body = { current_password: password, password: known }
  expect(await server.post('/api/account/password', { token, body })).toMatchObject(refused)
  expect(await hashOf(server, user)).toBe(before)
})
