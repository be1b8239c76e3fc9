import { format } from 'node:util'
import { setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, expect } from 'vitest'

// A second, which is the default, passes on a busy machine before what is waited for is there.
configure({ asyncUtilTimeout: 10_000 })

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

setPersistentEngine(localStorage, windowPersistentEvents)

/*
 * Stores are released a second after their last subscriber, and then need the window of their test,
 * so no timer outlives its file.
 */
const timers = new Set<ReturnType<typeof setTimeout>>()
const setRealTimeout = globalThis.setTimeout

globalThis.setTimeout = Object.assign((...given: Parameters<typeof setTimeout>) => {
  const timer = setRealTimeout(...given)
  timers.add(timer)
  return timer
}, setRealTimeout)

/** What the modules of this file listen to: their stores may still have a subscriber at its end. */
const listeners: Parameters<typeof addEventListener>[] = []
const listen = globalThis.addEventListener

globalThis.addEventListener = (...given: Parameters<typeof addEventListener>) => {
  listeners.push(given)
  listen(...given)
}

// The files that share a process share its window, too: each leaves it as it was.
afterAll(() => {
  globalThis.addEventListener = listen
  for (const given of listeners) removeEventListener(...given)
  for (const timer of timers) clearTimeout(timer)
  globalThis.setTimeout = setRealTimeout
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage })
  for (const kept of [storage, window.sessionStorage]) kept.clear()
  for (const { name } of document.documentElement.attributes) {
    document.documentElement.removeAttribute(name)
  }
  document.head.replaceChildren()
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
})

/*
 * React reports mistakes only here. A test that provokes an error replaces `console.error` itself.
 */
const errors: string[] = []
const logError = console.error

console.error = (...given: unknown[]) => errors.push(format(...given))

function expectNoErrors() {
  expect(errors.splice(0), 'console.error').toEqual([])
}

afterEach(expectNoErrors)
afterAll(() => {
  console.error = logError
  expectNoErrors()
})

/* happy-dom does not know `<search>`, and React reports elements that a browser does not know. */
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, {
  configurable: true,
  get(this: HTMLElement) {
    return this.localName === 'search' ? 'HTMLElement' : 'HTMLUnknownElement'
  },
})

/*
 * What is still on the page draws when its code comes, and React's tasks look at the window, which
 * may be gone by then. The hook that is registered last runs first.
 */
afterAll(async () => {
  cleanup()
  await new Promise((resolve) => setImmediate(resolve))
})
