import { describe, expect, test } from 'vitest'
import { noBreachedPasswords } from '../../../server/sign-in/passwords/breached-passwords.ts'
import { checkPassword } from '../../../server/sign-in/passwords/password-rules.ts'

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
