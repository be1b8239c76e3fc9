import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'

export interface StubbedCall {
  /** The method and the path: 'POST /api/flags/set'. */
  readonly name: string
  readonly query: Readonly<Record<string, string>>
  /** The body, parsed if it is JSON; without a body, the query, if there is one. */
  readonly input: unknown
  readonly headers: Headers
}

/** An answer as JSON, a response, or a function that makes one of them or throws. */
export type Answer = object | ((call: StubbedCall) => unknown)

/** By the names of calls. */
export type Answers = Readonly<Record<string, Answer>>

/** A call's name, with its input if it has one. */
type MadeCall = readonly [name: string, input?: unknown]

interface StubbedServer {
  /** Adds answers. One for the same call takes the place of an earlier one. */
  readonly answer: (answers: Answers) => void
  readonly calls: readonly StubbedCall[]
  readonly made: () => MadeCall[]
  /** The calls that are no GET. */
  readonly changes: () => MadeCall[]
  readonly names: () => string[]
  /** The inputs of each call of this name. */
  readonly inputs: (name: string) => unknown[]
  /** Empties the list of calls, but for those without an answer. */
  readonly forgetCalls: () => void
}

/**
 * Stands in for the server in each test of a file, with the answers that the test gives. A call
 * without an answer is refused, and fails the test.
 */
export function withStubbedServer(): StubbedServer {
  const answers = new Map<string, Answer>()
  const calls: StubbedCall[] = []
  const unanswered: string[] = []

  // The first request loads it, which simulated time does not wait for.
  beforeAll(async () => {
    await import('../../../src/lib/core/api/http-client.ts')
  })

  beforeEach(() => {
    answers.clear()
    calls.length = 0
    unanswered.length = 0
    vi.stubGlobal('fetch', async (address: string, options?: RequestInit) => {
      const call = callOf(address, options)
      calls.push(call)
      const answer = answers.get(call.name)
      if (answer === undefined) {
        unanswered.push(call.name)
        throw new TypeError(`${call.name} has no answer`)
      }
      const given: unknown = typeof answer === 'function' ? await answer(call) : answer
      // A response can be read only once.
      return given instanceof Response ? given.clone() : Response.json(given ?? {})
    })
  })

  afterEach(() => {
    vi.unstubAllGlobals()
    expect(unanswered, 'calls without an answer').toEqual([])
  })

  const made = () => calls.map(madeCall)
  return {
    answer: (given) => {
      for (const [name, answer] of Object.entries(given)) answers.set(name, answer)
    },
    calls,
    made,
    changes: () => made().filter(([name]) => !name.startsWith('GET ')),
    names: () => calls.map(({ name }) => name),
    inputs: (name) => calls.filter((call) => call.name === name).map(({ input }) => input),
    forgetCalls: () => void calls.splice(0),
  }
}

function callOf(address: string, { method = 'GET', body, headers }: RequestInit = {}): StubbedCall {
  const { pathname, searchParams } = new URL(address, 'http://server.example')
  const query = Object.fromEntries(searchParams)
  const queryInput = searchParams.size > 0 ? query : undefined
  const input: unknown = typeof body === 'string' ? JSON.parse(body) : (body ?? queryInput)
  return { name: `${method} ${pathname}`, query, input, headers: new Headers(headers) }
}

function madeCall({ name, input }: StubbedCall): MadeCall {
  return input === undefined ? [name] : [name, input]
}

interface RefusalDetails {
  readonly status?: number
  readonly code?: string
  readonly params?: object
  /** The one field that is refused, with the code of the refusal. */
  readonly field?: string
  readonly fields?: readonly object[]
}

/** The answer of a server that refuses a call, with its words in each field that has them. */
export function refusal(
  words: string,
  { status = 422, code = 'refused', params = {}, field, fields }: RefusalDetails = {},
): Response {
  const refused = field === undefined ? fields : [{ field, code, params: {} }]
  const body = { success: false, detail: words, error: words, message: words, code, params }
  return Response.json({ ...body, fields: refused }, { status })
}

/** As a call fails whose connection breaks. */
export function breakConnection(): never {
  throw new TypeError('Failed to fetch')
}

/** Sends what a test fetches to a server. */
export function stubFetch({ url }: { readonly url: string }): void {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, options: RequestInit) => fetch(url + path, options))
}
