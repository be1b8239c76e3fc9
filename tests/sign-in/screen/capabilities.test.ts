import { cleanStores } from 'nanostores'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { capabilities } from '../../../contract/sign-in/show-capabilities.ts'

// The module remembers for the whole document what it has asked.
const fresh = async () => (await import('../../../src/lib/sign-in/capabilities.ts')).$capabilities

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

test('a document asks once what the backend offers, and ignores names that it does not know', async () => {
  const fetched = vi.fn(async () =>
    Response.json({ capabilities: ['totp', 'telepathy', 7, 'invitations'] }),
  )
  vi.stubGlobal('fetch', fetched)
  const $capabilities = await fresh()
  const stop = $capabilities.listen(() => undefined)
  const offered = () => capabilities.filter((name) => $capabilities.get().has(name))
  await expect.poll(offered).toEqual(['invitations', 'totp'])
  stop()
  cleanStores($capabilities)
  $capabilities.listen(() => undefined)
  expect(fetched).toHaveBeenCalledOnce()
})

test('a backend without the call offers nothing, and is asked again by the next part of the page', async () => {
  const answers = [new Response('', { status: 404 }), Response.json({ capabilities: ['totp'] })]
  const fetched = vi.fn(async () => answers.shift() ?? Response.error())
  vi.stubGlobal('fetch', fetched)
  const $capabilities = await fresh()
  const stop = $capabilities.listen(() => undefined)
  await expect.poll(() => fetched.mock.settledResults).toHaveLength(1)
  expect($capabilities.get().size).toBe(0)
  stop()
  cleanStores($capabilities)
  $capabilities.listen(() => undefined)
  await expect.poll(() => $capabilities.get()).toEqual(new Set(['totp']))
})
