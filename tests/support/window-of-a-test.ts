import { afterAll } from 'vitest'

/*
 * In browsers `delete localStorage.missing` succeeds; happy-dom refuses it, which throws in strict
 * mode.
 */
const storage = window.localStorage

Object.defineProperty(globalThis, 'localStorage', {
  configurable: true,
  value: new Proxy(storage, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
    deleteProperty(target, name) {
      target.removeItem(String(name))
      return true
    },
  }),
})

// A store is released a second after its last subscriber, when the window of its test may be gone.
afterAll(async () => {
  // Not loaded before the storage is replaced.
  const { $token } = await import('../../src/lib/session/token.ts')
  $token.listen(() => undefined)
})
