import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Endpoint } from '../../../contract/core/endpoint.ts'
import { examplesOf } from '../../../contract/core/examples.ts'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import {
  ConnectionError,
  errorDetailsOf,
  errorOfRow,
  HttpError,
  MalformedAnswerError,
  wordsOf,
} from '../../../src/lib/core/api/errors.ts'
import { call } from '../../../src/lib/core/api/http.ts'
import { $locale } from '../../../src/lib/core/i18n/i18n.ts'
import { causeOf } from '../../../src/lib/core/ui-state/cause.ts'
import { type FaultyServer, faultNames, startFaultyServer } from '../../support/browser/faults.ts'
import { stubFetch } from '../../support/server/stubbed-server.ts'
import { callsByName } from '../../support/worlds/contract.ts'
import { full } from '../../support/worlds/dashboard-answers.ts'

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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Every field of an answer, as the keys that lead to it. */
function fieldsOf(value: unknown, path: readonly string[] = []): string[][] {
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    [...path, key],
    ...fieldsOf(inner, [...path, key]),
  ])
}

function changed(answer: unknown, path: readonly string[], change: 'missing' | unknown): unknown {
  const copy: unknown = structuredClone(answer)
  let parent = copy
  for (const key of path.slice(0, -1)) parent = isRecord(parent) ? parent[key] : undefined
  const last = path.at(-1)
  if (!isRecord(parent) || last === undefined) throw new Error(`no ${path.join('.')}`)
  if (change === 'missing' && !Array.isArray(parent)) delete parent[last]
  else parent[last] = change === 'missing' ? null : change
  return copy
}

/**
 * Every screen needs these: the row's id, the flag's colour, whole rows, and a success that is not
 * null.
 */
const isPromised = (path: readonly string[]) =>
  ['id', 'flag_type', 'success'].includes(path.at(-1) ?? '') || /^\d+$/.test(path.at(-1) ?? '')

for (const [path, answer] of Object.entries(full)) {
  const schema = callsByName.get(`GET ${path}`)?.output ?? expect.fail(`no call GET ${path}`)
  const accepts = (value: unknown) => v.safeParse(schema, value).success
  const fields = fieldsOf(answer)

  test(`in ${path} each of the ${fields.length} fields may be missing or null`, {
    tags: ['R008'],
  }, () => {
    expect(accepts(answer)).toBe(true)
    for (const change of ['missing', null]) {
      const refused = fields.filter((field) => !accepts(changed(answer, field, change)))
      expect(refused.filter((field) => !isPromised(field)).map((field) => field.join('.'))).toEqual(
        [],
      )
    }
  })

  test(`in ${path} a field of the wrong type is an error or is replaced, never passed through`, () => {
    for (const field of fields) {
      for (const wrong of [{ a: 1 }, ['a'], true, 'text', -0.5]) {
        const { success, output } = v.safeParse(schema, changed(answer, field, wrong))
        if (!success) continue
        const kinds = (value: unknown): string[] =>
          fieldsOf(value).map((inner) => inner.filter((key) => !/^\d+$/.test(key)).join('.'))
        const known = new Set(kinds(v.parse(schema, answer)))
        expect(kinds(output).filter((kind) => !known.has(kind))).toEqual([])
      }
    }
  })
}

const said = { detail: 'The server is busy. Try again in a moment.' }
const again = 'Try again in a moment, and tell your administrator if it stays so.'

describe('cause', () => {
  beforeEach(() => $locale.set('en'))

  test.each([
    [new ConnectionError('no answer'), /no connection to the server\. Check your network, then/],
    [new ConnectionError('no answer', { isTimeout: true }), /in time\. Try again in a moment\.$/],
    [new MalformedAnswerError('GET /me'), /cannot be read\. Check your network, then try again/],
    [new HttpError(500, {}), `The server answered with error 500. ${again}`],
    [new HttpError(429, said), `The server answered with error 429. ${again}`],
    [new HttpError(403, {}), /does not allow this\. Ask your administrator/],
  ] as const)('each cause is said with what to do next: %s', (error, sentence) => {
    expect(causeOf(error)).toMatch(sentence)
  })

  test.each([
    ['an error of the code itself', new TypeError('x is undefined'), undefined],
    ['a refusal', new HttpError(409, {}), undefined],
    ['a failure in words of the server', new HttpError(503, said), undefined],
    [
      'a failure without words',
      new HttpError(502, {}),
      `The server answered with error 502. ${again}`,
    ],
  ] as const)(
    'beside the sentence of the server nothing is said twice: %s',
    (_, error, sentence) => {
      expect(causeOf(error, true)).toBe(sentence)
    },
  )
})

const nothing = { code: '', params: {}, fields: [] }

test.each([
  [undefined, nothing],
  [null, nothing],
  ['<p>Bad gateway</p>', nothing],
  [{ detail: 'No' }, nothing],
  [{ code: 7, params: 'max', fields: 'value' }, nothing],
  [{ code: null, params: null, fields: null }, nothing],
  [
    { code: 'too_many', params: { max: 3 } },
    { code: 'too_many', params: { max: 3 }, fields: [] },
  ],
  [
    { code: 'invalid_input', fields: [{ field: 'value', code: 'too_long', params: { max: 5 } }] },
    {
      ...nothing,
      code: 'invalid_input',
      fields: [{ field: 'value', code: 'too_long', params: { max: 5 } }],
    },
  ],
  // A field without a name marks nothing; one without a code is marked all the same.
  [
    { fields: [null, 'value', {}, { field: 3, code: 'x' }, { code: 'x' }, { field: 'reason' }] },
    { ...nothing, fields: [{ field: 'reason', code: '', params: {} }] },
  ],
])('the answer %j says %j', (answer, details) => {
  expect(errorDetailsOf(new HttpError(400, {}, answer))).toEqual(details)
})

test('a row that was not written reads like a refused call', () => {
  const fields = [{ field: 'value', code: 'flag_exists', params: {} }]
  const problem = { detail: 'It has a flag', code: 'flag_exists', params: { value: 'a' }, fields }
  const error = errorOfRow(problem)
  expect(wordsOf(error, ['detail'], 'Failed')).toBe('It has a flag')
  expect(errorDetailsOf(error)).toEqual({ code: 'flag_exists', params: { value: 'a' }, fields })
  expect(error.status).toBe(409)
})

test('the message of a refusal is the first that the call names, and else its own', {
  tags: ['R007', 'R336'],
}, () => {
  const refusal = new HttpError(400, { error: 'of the error', message: 'of the message' })
  expect(wordsOf(refusal, ['detail', 'message', 'error'], 'Failed')).toBe('of the message')
  expect(wordsOf(refusal, ['detail'], 'Failed')).toBe('Failed')
  expect(wordsOf(refusal, [], 'Failed')).toBe('Failed')
  expect(wordsOf(new Error('no network'), ['detail', 'message'], 'Failed')).toBe('Failed')
})
