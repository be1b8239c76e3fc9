import { setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const storage = globalThis.localStorage

beforeEach(() => vi.resetModules())
afterEach(async () => {
  vi.unstubAllGlobals()
  const { clearStorage } = await import('../../../src/lib/core/storage/token.ts')
  clearStorage()
  storage.clear()
  setPersistentEngine(storage, windowPersistentEvents)
})

const load = () => import('../../../src/lib/core/storage/token.ts')

/** A storage that a setting of the browser or a full disk makes useless. */
function breakStorage({ isReadable }: { readonly isReadable: boolean }) {
  const broken = new Proxy(storage, {
    get(target, name) {
      if (!isReadable) throwing()
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
    set: throwing,
    deleteProperty: throwing,
  })
  vi.stubGlobal('localStorage', broken)
  setPersistentEngine(broken, windowPersistentEvents)
}

function throwing(): never {
  throw new DOMException('The storage is not available', 'SecurityError')
}

test('the token is stored for all tabs, until it is dropped', { tags: ['R288'] }, async () => {
  const { $token, keepToken, dropToken } = await load()
  keepToken('mine')
  expect(storage.getItem('aman_access_token')).toBe('mine')
  dropToken('another')
  expect($token.get()).toBe('mine')
  dropToken('mine')
  expect($token.get()).toBeUndefined()
  expect(storage.getItem('aman_access_token')).toBeNull()
})

test('a storage that cannot be read leaves the token to this document', async () => {
  breakStorage({ isReadable: false })
  const { $token, keepToken, dropToken, clearStorage } = await load()
  expect($token.get()).toBeUndefined()
  keepToken('mine')
  expect($token.get()).toBe('mine')
  dropToken('mine')
  expect($token.get()).toBeUndefined()
  keepToken('next')
  clearStorage()
  expect($token.get()).toBeUndefined()
  expect(storage.getItem('aman_access_token')).toBeNull()
})

test('a storage that is full leaves the token to this document', async () => {
  breakStorage({ isReadable: true })
  const { $token, keepToken } = await load()
  const seen = vi.fn()
  const stop = $token.listen(seen)
  keepToken('mine')
  expect($token.get()).toBe('mine')
  expect(seen).toHaveBeenCalled()
  expect(storage.getItem('aman_access_token')).toBeNull()
  stop()
})
