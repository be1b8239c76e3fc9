import { randomUUID } from 'node:crypto'
import { format } from 'node:util'
import { BroadcastChannel } from 'node:worker_threads'
import { cleanup, configure } from '@testing-library/react'
import type { Window as SimulatedWindow } from 'happy-dom'
import { afterAll, afterEach, expect } from 'vitest'

declare global {
  interface Window {
    readonly happyDOM: SimulatedWindow['happyDOM']
  }
}

// A second, which is the default, passes on a busy machine before what is waited for is there.
configure({ asyncUtilTimeout: 60_000 })

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

/* A request that a test does not answer reaches no network, and fails the test that made it. */
const requests: string[] = []

Object.assign(window.happyDOM.settings.fetch, {
  interceptor: {
    async beforeAsyncRequest({ request }: { readonly request: Request }) {
      requests.push(`${request.method} ${request.url}`)
      throw new TypeError('no test expects this request')
    },
  },
})

/* The context of a window lacks what Node.js brings and happy-dom does not. All threads share a channel's name. */
const ofWindow = randomUUID()
Object.assign(globalThis, {
  BroadcastChannel: class extends BroadcastChannel {
    constructor(name: string) {
      super(`${ofWindow} ${name}`)
    }
  },
})

/* React reports mistakes only here. A test that provokes an error replaces `console.error` itself. */
const errors: string[] = []

console.error = (...given: unknown[]) => errors.push(format(...given))

/* Components that stay on the page would draw, and ask, in the next test. */
afterEach(() => {
  cleanup()
  expect(requests.splice(0), 'requests that no test expects').toEqual([])
  expect(errors.splice(0), 'console.error').toEqual([])
})

/* happy-dom does not know `<search>`, and React reports elements that a browser does not know. */
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, {
  configurable: true,
  get(this: HTMLElement) {
    return this.localName === 'search' ? 'HTMLElement' : 'HTMLUnknownElement'
  },
})

/*
 * A store leaves its window a second after its last reader did, when a busy machine has closed the
 * window of the file: what still waits then is given up.
 */
const start = globalThis.setTimeout
const started = new Set<ReturnType<typeof start>>()

globalThis.setTimeout = Object.assign((...given: Parameters<typeof start>) => {
  const timer = start(...given)
  started.add(timer)
  return timer
}, start)

afterAll(() => {
  for (const timer of started) clearTimeout(timer)
})
