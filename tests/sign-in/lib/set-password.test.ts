import { expect, test } from 'vitest'
import {
  invitationWords,
  readPasswordLink,
  requestPasswordLink,
  setPassword,
} from '../../../src/lib/sign-in/set-password.ts'
import { $setPasswordWords } from '../../../src/lib/sign-in/words/set-password.words.yaml'
import { formOf } from '../../support/browser/screen-state.ts'
import { breakConnection, refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const setPasswordWords = $setPasswordWords.get()
const read = 'POST /api/auth/password-link'
const set = 'POST /api/auth/password-link/password'
const ask = 'POST /api/auth/login/forgotten-password'
const purpose = {
  purpose: 'invitation',
  username: 'rania',
  expires_at: '2026-01-08T08:00:00Z',
  organization: 'Petra Insurance',
  invited_by: 'Omar Haddad',
}
const link = { ...purpose, purpose: 'invitation', secret: 'secret#1' } as const

test('what follows the first # of the address is the secret of the link', async () => {
  server.answer({ [read]: purpose })
  expect(await readPasswordLink('#secret#1')).toEqual({ status: 'open', link })
  expect(server.made()).toEqual([[read, { secret: 'secret#1' }]])
})

test.each([
  ['Petra', 'Omar', 'Omar has invited you to use Aman at Petra.'],
  ['', 'Omar', 'Omar has invited you to use Aman.'],
  ['Petra', '', 'You have been invited to use Aman at Petra.'],
  ['', '', ''],
])('an invitation to %j by %j is put into words', (organization, by, words) => {
  expect(invitationWords({ ...link, organization, invited_by: by }, setPasswordWords)).toBe(words)
})

test.each(['', '#'])(
  'an address that ends in %j has no link, and nothing is asked',
  async (end) => {
    expect(await readPasswordLink(end)).toEqual({ status: 'none' })
    expect(server.made()).toEqual([])
  },
)

test('a link that is refused is not valid', async () => {
  server.answer({ [read]: refusal('No', { status: 404 }) })
  expect(await readPasswordLink('#s')).toEqual({ status: 'invalid' })
})

test('a password is set with the secret of the link, as it was typed', async () => {
  server.answer({ [set]: { success: true } })
  expect(await setPassword(link, formOf({ password: ' violet kettle ' }))).toBeUndefined()
  await setPassword(link, formOf({}))
  expect(server.made()).toEqual([
    [set, { secret: 'secret#1', password: ' violet kettle ' }],
    [set, { secret: 'secret#1', password: '' }],
  ])
})

test.each([
  ['password', set, () => setPassword(link, formOf({ password: 'weak' })), setPasswordWords.failed],
  ['login', ask, () => requestPasswordLink(formOf({ login: 'x' })), setPasswordWords.sendFailed],
] as const)('a refused %s says why at its field', async (field, call, act, fallback) => {
  server.answer({ [call]: refusal('Not this one', { field }) })
  expect(await act()).toMatchObject({ text: 'Not this one', fields: [{ field }] })
  server.answer({ [call]: breakConnection })
  expect(await act()).toEqual({ text: fallback, fields: [], error: expect.any(Error) })
})
