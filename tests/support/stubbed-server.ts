import { afterEach, beforeEach, expect, vi } from 'vitest'

export interface StubbedCall {
  /** The method and the path after `/api`: 'POST /flags/set'. */
  readonly name: string
  readonly query: Readonly<Record<string, string>>
  /** What was sent: parsed if it is JSON. */
  readonly body: unknown
  readonly headers: Headers
}

/** What is answered as JSON, or what makes the answer of a call; a function may also throw. */
export type Answer = object | ((call: StubbedCall) => unknown)

export interface StubbedServer {
  readonly calls: readonly StubbedCall[]
  readonly answer: (name: string, answer: Answer) => void
  /** The names of all calls, in order. */
  readonly names: () => string[]
  /** What was sent with each call of this name. */
  readonly bodies: (name: string) => unknown[]
}

/** Answers what a test has said that a server answers; another call fails the test. */
export function withStubbedServer(): StubbedServer {
  const answers = new Map<string, Answer>()
  const calls: StubbedCall[] = []
  const unexpected: string[] = []

  beforeEach(() => {
    answers.clear()
    calls.length = 0
    unexpected.length = 0
    vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
      const { pathname, searchParams } = new URL(address, 'http://server.example')
      const { method = 'GET', body, headers } = options
      const name = `${method} ${pathname.replace(/^\/api/, '')}`
      const call: StubbedCall = {
        ...{ name, query: Object.fromEntries(searchParams), headers: new Headers(headers) },
        body: typeof body === 'string' ? JSON.parse(body) : body,
      }
      calls.push(call)
      const answer = answers.get(name)
      if (answer === undefined) unexpected.push(name)
      const given: unknown = typeof answer === 'function' ? await answer(call) : answer
      return given instanceof Response ? given : Response.json(given ?? {})
    })
  })

  afterEach(() => {
    vi.unstubAllGlobals()
    expect(unexpected, 'calls without an answer').toEqual([])
  })

  return {
    calls,
    answer: (name, answer) => void answers.set(name, answer),
    names: () => calls.map(({ name }) => name),
    bodies: (name) => calls.filter((call) => call.name === name).map(({ body }) => body),
  }
}

/** The answer of a server that refuses a call. */
export function refusal(
  status: number,
  words: string,
  {
    code = 'refused',
    ...more
  }: { code?: string; params?: object; fields?: readonly object[] } = {},
): Response {
  const body = { success: false, detail: words, error: words, message: words, params: {}, code }
  return Response.json({ ...body, ...more }, { status })
}

export function breakConnection(): never {
  throw new TypeError('Failed to fetch')
}

export function formOf(fields: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
