import { afterEach, describe, expect, test, vi } from 'vitest'
import { canUsePasskeys } from '../../../src/lib/sign-in/passkeys.ts'
import { takeProviderReturn } from '../../../src/lib/sign-in/provider-return.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

describe('passkeys', () => {
  const offered = new Set(['totp', 'passkeys'])
  function openAt(hostname: string) {
    vi.stubGlobal('PublicKeyCredential', class {})
    vi.stubGlobal('location', { hostname })
  }

  test.each([
    ['aman.firm.example', true],
    ['localhost', true],
    ['4you.example', true],
    ['node-7', true],
    ['127.0.0.1', false],
    ['[::1]', false],
  ])('of %s can be used: %s', (hostname, expected) => {
    openAt(hostname)
    expect(canUsePasskeys(offered)).toBe(expected)
  })

  test('need a backend that offers them, and a browser that knows them', () => {
    openAt('aman.firm.example')
    expect(canUsePasskeys(new Set(['totp']))).toBe(false)
    vi.unstubAllGlobals()
    vi.stubGlobal('location', { hostname: 'aman.firm.example' })
    expect(canUsePasskeys(offered)).toBe(false)
  })
})

describe('the fragment that the identity provider sends back', () => {
  test.each([
    '#single-sign-on=secret',
    '#single-sign-on-problem=refused',
    '#single-sign-on-confirmed=yes',
  ])('is taken out of the address at once: %s', (fragment) => {
    history.replaceState({ kept: 1 }, '', `/login?next=1${fragment}`)
    const before = history.length
    expect(takeProviderReturn()).toBe(fragment)
    expect(location.pathname + location.search + location.hash).toBe('/login?next=1')
    expect(history.state).toEqual({ kept: 1 })
    expect(history.length).toBe(before)
    expect(takeProviderReturn()).toBe('')
  })

  test.each(['', '#form', '#a-single-sign-on=x'])('is not %j, which stays', (fragment) => {
    history.replaceState(null, '', `/login${fragment}`)
    expect(takeProviderReturn()).toBe('')
    expect(location.hash).toBe(fragment)
  })
})
