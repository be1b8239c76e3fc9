import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Endpoint } from '../../../contract/core/endpoint.ts'
import { examplesOf } from '../../../contract/core/examples.ts'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import {
  ConnectionError,
  HttpError,
  MalformedAnswerError,
} from '../../../src/lib/core/api/errors.ts'
import { call } from '../../../src/lib/core/api/http.ts'
import { type FaultyServer, faultNames, startFaultyServer } from '../../support/browser/faults.ts'
import { stubFetch } from '../../support/stub-fetch.ts'
import { callsByName } from '../../support/worlds/contract.ts'

const make = (endpoint: Endpoint) =>
  call(endpoint, examplesOf(endpoint).input).then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.name : 'something else'),
  )

/** Callers read only whether these calls succeeded, so an empty answer is a success. */
const mayBeEmpty = ['POST /auth/logout', 'POST /users/consent']

/** A text may be anything; only mail filters read one. */
const jsonCalls = [...callsByName].filter(([, { answerType }]) => answerType === undefined)

describe('every fault of a call ends in one of three errors', () => {
  let server: FaultyServer

  beforeAll(async () => {
    server = await startFaultyServer()
  })
  afterAll(() => server[Symbol.asyncDispose]())
  beforeEach(() => {
    stubFetch(server)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('as many as reliability.md says', () => {
    const document = readFileSync('docs/reliability.md', 'utf8')
    expect(document).toContain(
      `Tests try ${faultNames.length} faults from a real socket with every call`,
    )
  })

  test.each(faultNames)('after %s', async (fault) => {
    server.fault = fault
    const kind = /^a \d/.test(fault)
      ? HttpError.name
      : /cut/.test(fault)
        ? ConnectionError.name
        : MalformedAnswerError.name
    const expected = Object.fromEntries(
      jsonCalls.map(([name]) => [
        name,
        fault === 'nothing' && mayBeEmpty.includes(name) ? 'done' : kind,
      ]),
    )
    const seen = await Promise.all(
      jsonCalls.map(async ([name, described]) => [name, await make(described)] as const),
    )
    expect(Object.fromEntries(seen)).toEqual(expected)
  })
})

describe('slow answers', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  /** A server whose answers can be delayed before they start or after their first bytes. */
  function slowServer(stopsAt: 'start' | 'middle') {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const bytes = new TextEncoder().encode('{"risk_score":12}')
    vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
      const given = signal ?? expect.fail('a call without a time limit')
      const aborted = new Promise<never>((_, reject) => {
        given.addEventListener('abort', () => reject(new DOMException('over', 'AbortError')))
      })
      aborted.catch(() => undefined)
      if (stopsAt === 'start') await Promise.race([held, aborted])
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue(bytes.slice(0, 5))
          await Promise.race([held, aborted]).catch((error: unknown) => controller.error(error))
          if (given.aborted) return
          controller.enqueue(bytes.slice(5))
          controller.close()
        },
      })
      return new Response(body)
    })
    return release
  }

  test.each(['start', 'middle'] as const)(
    'an answer that pauses for 5 s at its %s arrives',
    async (stopsAt) => {
      const release = slowServer(stopsAt)
      const answer = call(employeeDashboardEndpoint)
      await vi.advanceTimersByTimeAsync(5000)
      release()
      expect(await answer).toMatchObject({ risk_score: 12 })
      expect(vi.getTimerCount()).toBe(0)
    },
  )

  test.each(['start', 'middle'] as const)(
    'an answer that pauses for 30 s at its %s is abandoned',
    async (stopsAt) => {
      slowServer(stopsAt)
      const failure = call(employeeDashboardEndpoint).catch((error: unknown) => error)
      await vi.advanceTimersByTimeAsync(30_000)
      expect(await failure).toBeInstanceOf(ConnectionError)
    },
  )
})
