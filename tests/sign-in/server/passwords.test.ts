import { expect, test } from 'vitest'
import { createPasswordHasher } from '../../../server/sign-in/passwords/passwords.ts'

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
