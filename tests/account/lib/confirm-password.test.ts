import { afterEach, expect, test, vi } from 'vitest'
import { confirmPassword, confirmWithPasskey } from '../../../src/lib/account/confirm-password.ts'
import { $confirmPasswordWords } from '../../../src/lib/account/words/confirm-password.words.yaml'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { formOf, saidNotices } from '../../support/browser/screen-state.ts'
import { refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
// The browser of a test has no passkeys.
const passkeys = vi.hoisted(() => ({ startAuthentication: vi.fn() }))
vi.mock('@simplewebauthn/browser', () => passkeys)

const credential = { id: 'k1', rawId: 'k1', type: 'public-key', response: {} }
const challenge = 'b0yQ2m7cXw'
const words = $confirmPasswordWords.get()
const confirm = 'POST /api/auth/confirm'

afterEach(() => {
  forgetSession()
  vi.resetAllMocks()
})

test('the password is sent as it was typed', async () => {
  server.answer({ [confirm]: { success: true } })
  const password = ' violet kettle drum '
  expect(await confirmPassword(formOf({ password }))).toEqual({ status: 'done' })
  expect(server.made()).toEqual([[confirm, { password }]])
  expect(saidNotices()).toEqual([])
})

test.each([{ password: '' }, {}])('the form %j is marked and not sent', async (given) => {
  expect(await confirmPassword(formOf(given))).toMatchObject({ fields: [{ field: 'password' }] })
  expect(saidNotices()).toEqual([`problem: ${words.missing}`])
  expect(server.made()).toEqual([])
})

const options = { challenge, rpId: 'aman.example' }
const asks = 'POST /api/auth/confirm/passkey/options'
const confirms = 'POST /api/auth/confirm/passkey'

test('a passkey confirms what the server asked for', async () => {
  server.answer({ [asks]: { challenge, options }, [confirms]: { success: true } })
  passkeys.startAuthentication.mockResolvedValue(credential)
  expect(await confirmWithPasskey()).toBe(true)
  expect(passkeys.startAuthentication.mock.calls).toEqual([[{ optionsJSON: options }]])
  expect(server.made()).toEqual([[asks], [confirms, { challenge, credential }]])
})

test.each([
  ['the user declines', { challenge, options }, words.declined],
  ['the server refuses', refusal('You have no passkey'), `${words.failed}You have no passkey`],
])('nothing is confirmed when %s', async (_, answer, said) => {
  server.answer({ [asks]: answer })
  passkeys.startAuthentication.mockRejectedValue(new Error('NotAllowedError'))
  expect(await confirmWithPasskey()).toBe(false)
  expect(saidNotices()).toEqual([`problem: ${said}`])
})
