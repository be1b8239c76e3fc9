import { expect, test } from 'vitest'
import { checkPassword } from '../../../server/accounts/password-rules.ts'

const rania = { username: 'rania', email: 'r.haddad@firm.example' }

function judge(password: string, owner = rania): string {
  try {
    checkPassword(password, owner)
    return 'good'
  } catch (error) {
    return error instanceof Error ? error.message : 'something else'
  }
}

const common = 'password: is one of the commonest, which are guessed first'

test.each([
  ['abcdabcdabcd', common],
  ['abcdabcdabcda', common],
  ['aaaaaaaaaaaa', common],
  ['ababababababa', common],
  // Five characters again and again are no longer what a guesser tries first.
  ['abcdeabcdeab', 'good'],
  ['abcdabcdabcx', 'good'],
  ['P-a-s-s-w-o-r-d 1234', common],
  ['ｐａｓｓｗｏｒｄ１２３４', common],
  ['my RANIA in spring', 'password: must not hold the username'],
  ['arania1234567', 'password: must not hold the username'],
  ['r.haddad@firm.example', 'password: must not hold the email address'],
  ['only R.Haddad knows', 'password: must not hold the email address'],
  ['the firm.example of all', 'good'],
  ['trust in aman alone', "password: must not hold the product's name"],
  ['aman, 12 letters', "password: must not hold the product's name"],
  ['a long 12--aman', "password: must not hold the product's name"],
  ['shamans dance in finality', 'good'],
])('R376 of Rania the password %j is judged %s', (password, words) => {
  expect(judge(password)).toBe(words)
})

test.each([
  ['ali', 'finality of things', 'good'],
  ['ali', 'this is Ali speaking', 'password: must not hold the username'],
  ['omar', 'omarketing budget', 'good'],
  ['omara', 'tomarateful days', 'password: must not hold the username'],
  // Nobody has such an account; an empty word must not forbid everything.
  ['', 'violet kettle drum', 'good'],
])(
  'R376 of somebody with the username %j the password %j is judged %s',
  (username, password, words) => {
    expect(judge(password, { username, email: 'a@b.example' })).toBe(words)
  },
)
