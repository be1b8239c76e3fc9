import { afterEach, expect, test, vi } from 'vitest'
import { $setPasswordMessages } from '../../src/lib/messages/set-password.ts'
import {
  readPasswordLink,
  requestPasswordLink,
  setPassword,
} from '../../src/lib/screens/set-password.ts'
import { answerCalls, formOf, refusal } from '../support/screen-calls.ts'

const messages = $setPasswordMessages.get()
const read = 'POST /api/auth/password-link'
const set = 'POST /api/auth/password-link/password'
const ask = 'POST /api/auth/forgotten-password'
const purpose = { purpose: 'invitation', username: 'rania', expires_at: '2026-01-08T08:00:00Z' }
const link = { ...purpose, purpose: 'invitation', secret: 'secret#1' } as const

afterEach(() => vi.unstubAllGlobals())

test('what follows the first # of the address is the secret of the link', async () => {
  const made = answerCalls({ [read]: purpose })
  expect(await readPasswordLink('#secret#1')).toEqual({ status: 'open', link })
  expect(made).toEqual([[read, { secret: 'secret#1' }]])
})

test.each(['', '#'])(
  'an address that ends in %j has no link, and nothing is asked',
  async (end) => {
    const made = answerCalls({})
    expect(await readPasswordLink(end)).toEqual({ status: 'none' })
    expect(made).toEqual([])
  },
)

test.each([404, 422, 499])('a link that is refused with %i is not valid', async (status) => {
  answerCalls({ [read]: refusal('No', { status }) })
  expect(await readPasswordLink('#s')).toEqual({ status: 'invalid' })
})

test.each([
  ['is broken', refusal('Come back later', { status: 500 }), 'Come back later'],
  ['is not there', () => Promise.reject(new TypeError('no network')), messages.unreadableTitle],
])('a server that %s does not make a link invalid', async (_, answer, text) => {
  answerCalls({ [read]: answer })
  expect(await readPasswordLink('#s')).toEqual({ status: 'unreadable', text })
})

test('a password is set with the secret of the link, as it was typed', async () => {
  const made = answerCalls({ [set]: { success: true } })
  expect(await setPassword(link, formOf({ password: ' violet kettle ' }))).toBeUndefined()
  await setPassword(link, formOf({}))
  expect(made).toEqual([
    [set, { secret: 'secret#1', password: ' violet kettle ' }],
    [set, { secret: 'secret#1', password: '' }],
  ])
})

test('a link is asked for with the name without spaces around it', async () => {
  const made = answerCalls({ [ask]: { success: true } })
  expect(await requestPasswordLink(formOf({ login: ' rania ' }))).toBeUndefined()
  expect(made).toEqual([[ask, { login: 'rania' }]])
})

test.each([
  ['password', set, () => setPassword(link, formOf({ password: 'weak' })), messages.failed],
  ['login', ask, () => requestPasswordLink(formOf({ login: 'x' })), messages.sendFailed],
] as const)('a refused %s says why at its field', async (field, call, act, fallback) => {
  answerCalls({ [call]: refusal('Not this one', { field }) })
  expect(await act()).toMatchObject({ text: 'Not this one', fields: [{ field }] })
  answerCalls({})
  expect(await act()).toEqual({ text: fallback, fields: [] })
})
