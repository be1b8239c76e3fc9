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

test('a backend that fails or cannot be reached is asked again by itself, and one without the call is not', async () => {
  vi.useFakeTimers()
  try {
    const fetched = vi
      .fn(async () => Response.json({ capabilities: ['search'] }))
      .mockResolvedValueOnce(new Response('', { status: 500 }))
      .mockRejectedValueOnce(new TypeError('no network'))
    vi.stubGlobal('fetch', fetched)
    const { $capabilities, $capabilitiesState } = await import(
      '../../../src/lib/sign-in/capabilities.ts'
    )
    $capabilities.listen(() => undefined)
    await vi.waitFor(() => expect($capabilitiesState.get()).toBe('failed'))
    await vi.advanceTimersByTimeAsync(2000)
    expect(fetched).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(4000)
    await vi.waitFor(() => expect($capabilities.get()).toEqual(new Set(['search'])))
    expect($capabilitiesState.get()).toBe('known')

    vi.resetModules()
    const lacking = vi.fn(async () => new Response('', { status: 404 }))
    vi.stubGlobal('fetch', lacking)
    const other = await import('../../../src/lib/sign-in/capabilities.ts')
    await other.capabilitiesAnswered()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(lacking).toHaveBeenCalledOnce()
    expect(other.$capabilitiesState.get()).toBe('known')
  } finally {
    vi.useRealTimers()
  }
})
