import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { removeUserEndpoint } from '../../../contract/users/remove-user.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $confirmation, callConfirmed } from '../../../src/lib/sign-in/confirmation.ts'

const fetched = vi.fn<(url: string, options: RequestInit) => Promise<Response>>()
const refusal = (status: number, code: string, detail: string) =>
  Response.json({ success: false, detail, code, params: {} }, { status })
const asksAgain = () => refusal(403, 'confirmation_required', 'Confirm your password to do this')
const done = () => Response.json({ success: true })
const remove = () => callConfirmed(removeUserEndpoint, { id: '7' })
const made = () => fetched.mock.calls.map(([url, { method }]) => `${method} ${url}`)

beforeEach(() => vi.stubGlobal('fetch', fetched))
afterEach(() => {
  forgetSession()
  fetched.mockReset()
  vi.unstubAllGlobals()
})

test('a call that needs no confirmation asks for none', async () => {
  fetched.mockResolvedValueOnce(done())
  expect(await remove()).toEqual({ success: true })
  expect($confirmation.get()).toBeUndefined()
})

test('a call is repeated with the same input after the password was given', async () => {
  fetched.mockResolvedValueOnce(asksAgain()).mockResolvedValueOnce(done())
  const removal = remove()
  await expect.poll(() => $confirmation.get()).toBeDefined()
  expect(made()).toEqual(['DELETE /api/admin/users/7'])
  $confirmation.get()?.answer(true)
  expect($confirmation.get()).toBeUndefined()
  expect(await removal).toEqual({ success: true })
  expect(made()).toEqual(['DELETE /api/admin/users/7', 'DELETE /api/admin/users/7'])
})

test.each([
  ['is dismissed', () => $confirmation.get()?.answer(false)],
  ['goes with the session', forgetSession],
])('a call whose question %s fails with the answer of the server', async (_how, leave) => {
  fetched.mockResolvedValueOnce(asksAgain())
  const removal = remove()
  removal.catch(() => undefined)
  await expect.poll(() => $confirmation.get()).toBeDefined()
  leave()
  await expect(removal).rejects.toMatchObject({
    status: 403,
    words: { detail: 'Confirm your password to do this' },
  })
  expect(made()).toHaveLength(1)
})

test('other refusals ask for nothing', async () => {
  fetched.mockResolvedValueOnce(refusal(403, 'forbidden', 'Your role does not allow this'))
  await expect(remove()).rejects.toMatchObject({ status: 403 })
  expect($confirmation.get()).toBeUndefined()
})

test('a lost connection asks for nothing', async () => {
  fetched.mockRejectedValueOnce(new TypeError('no network'))
  await expect(remove()).rejects.toMatchObject({ name: 'ConnectionError' })
  expect($confirmation.get()).toBeUndefined()
})

test('a second call that needs the password takes the place of the first', async () => {
  fetched.mockResolvedValueOnce(asksAgain()).mockResolvedValueOnce(asksAgain())
  const first = remove().catch(({ status }: { status: number }) => status)
  await expect.poll(() => $confirmation.get()).toBeDefined()
  const asked = $confirmation.get()
  const second = remove()
  expect(await first).toBe(403)
  await expect.poll(() => $confirmation.get()).not.toBe(asked)
  fetched.mockResolvedValueOnce(done())
  $confirmation.get()?.answer(true)
  expect(await second).toEqual({ success: true })
})
