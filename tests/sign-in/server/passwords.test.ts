import { hash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createLink } from '../../../server/sign-in/links/links.ts'
import {
  noBreachedPasswords,
  openBreachedPasswords,
} from '../../../server/sign-in/passwords/breached-passwords.ts'
import { checkPassword } from '../../../server/sign-in/passwords/password-rules.ts'
import { createPasswordHasher } from '../../../server/sign-in/passwords/passwords.ts'
import { withLinks } from '../../support/browser/links.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { type MadeUser, makeUser, signInAdmin, signInUser } from '../../support/worlds/factories.ts'
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
  const { user, token } = await signInUser(server, { password })
  const before = await hashOf(server, user)
  const body = { current_password: password, password: known }
  expect(await server.post('/api/account/password', { token, body })).toMatchObject(refused)
  expect(await hashOf(server, user)).toBe(before)
})

const rania = {
  username: 'rania',
  email: 'r.haddad@firm.example',
  full_name: 'Rania Haddad',
  organization: 'Olive Branch',
}

async function judge(password: string, owner = rania): Promise<string> {
  try {
    await checkPassword(password, owner, noBreachedPasswords)
    return 'good'
  } catch (error) {
    return error instanceof Error ? error.message : 'something else'
  }
}

describe('a password that is easy to guess is rejected', () => {
  test.each([
    'Summer2026!!!',
    'P@ssw0rd1234',
    'abcdeabcdeab',
    'ｐａｓｓｗｏｒｄ１２３４',
    'OliveBranch2026',
    'oliv3-br4nch-2026',
    'Haddad-2026-07',
    'Summer2026!!!'.repeat(9),
  ])('%s', async (password) => {
    expect(await judge(password)).toMatch(/^password: is too easy to guess\. .+/)
  })

  test('the same words are accepted for a user to whom they are unrelated', async () => {
    const stranger = {
      username: 'omar',
      email: 'omar@other.example',
      full_name: 'Omar Zaid',
      organization: 'Cedar',
    }
    const password = 'kestrel quarry Rania Haddad'
    expect(await judge(password, stranger)).toBe('good')
    expect(await judge('RaniaHaddad 2026')).toMatch('must not hold the username')
    expect(await judge('Haddad at Olive Branch')).toMatch('too easy to guess')
    expect(await judge('Haddad at Olive Branch', stranger)).toBe('good')
  })
})

test.each(['violet kettle drum', 'qL7#vR2pX9wz', 'كلمة السر القوية جدا', 'another long sentence'])(
  '%s is hard to guess',
  async (password) => {
    expect(await judge(password)).toBe('good')
  },
)

test.each([
  ['my RANIA in spring', 'password: must not hold the username'],
  ['arania1234567', 'password: must not hold the username'],
  ['r.haddad@firm.example', 'password: must not hold the email address'],
  ['only R.Haddad knows', 'password: must not hold the email address'],
  ['the firm.example of all', 'good'],
  ['trust in aman alone', "password: must not hold the product's name"],
  ['aman, 12 letters', "password: must not hold the product's name"],
  ['a long 12--aman', "password: must not hold the product's name"],
  ['shamans dance in finality', 'good'],
])('for Rania the password %j is judged %s', { tags: ['R376'] }, async (password, words) => {
  expect(await judge(password)).toBe(words)
})

test.each([
  ['ali', 'finality of things', 'good'],
  ['ali', 'this is Ali speaking', 'password: must not hold the username'],
  ['omar', 'omarketing budget', 'good'],
  ['omara', 'tomarateful days', 'password: must not hold the username'],
  // No user has an empty name, but an empty word must not forbid everything.
  ['', 'violet kettle drum', 'good'],
])(
  'for the user %j the password %j is judged %s',
  { tags: ['R376'] },
  async (username, password, words) => {
    const owner = { ...rania, username, email: 'a@b.example', full_name: '', organization: '' }
    expect(await judge(password, owner)).toBe(words)
  },
)

const passwords = createPasswordHasher()

test('a hash is argon2id with its own salt and matches only its password', async () => {
  const hash = await passwords.hash('a long password')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await passwords.hash('a long password')).not.toBe(hash)
  expect(await passwords.verify('a long password', hash)).toBe(true)
  expect(await passwords.verify('a long passwore', hash)).toBe(false)
  expect(await passwords.verify('', hash)).toBe(false)
})

test('no password matches a user without a hash', async () => {
  expect(await passwords.verify('', null)).toBe(false)
  expect(await passwords.verify('a long password', null)).toBe(false)
})

test.each([
  '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA',
  '$argon2i$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaA',
  '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaA$x',
])('%s in the database is a server error, not a wrong password', async (stored) => {
  await expect(passwords.verify('a long password', stored)).rejects.toThrow(
    'not an argon2id PHC string',
  )
})
