import * as v from 'valibot'
import { expect, test } from 'vitest'
import { givenLine } from '../../../contract/core/basic.ts'
import { canonicalDomain } from '../../../contract/core/domain.ts'
import { examplesOf } from '../../../contract/core/examples.ts'
import { emailDomain } from '../../../contract/organizations/email-domain.ts'
import { parseInput } from '../../../server/http/parse-input.ts'
import { inputWith, isRecord, listsOf, valuesByName } from '../../support/long-text/fields.ts'
import { allCalls, nameOf } from '../../support/worlds/contract.ts'

const longest = ['max_code_points', 'max_length']

/** Texts that are cut or converted instead of refused. */
const others = ['POST /rspamd', 'POST /admin/organizations/detailed, employee_count']

test('the length of each text of an input is checked before anything else reads it', () => {
  const found = allCalls.flatMap((endpoint) =>
    textsReadFirst(endpoint.input).map((way) => `${nameOf(endpoint)}, ${way}`),
  )
  expect(found.filter((place) => !others.some((other) => place.startsWith(other)))).toEqual([])
})

/** Texts of a schema whose first check is not that of a length. */
function textsReadFirst(schema: unknown, way = ''): string[] {
  if (!isRecord(schema)) return []
  if (schema.wrapped !== undefined) return textsReadFirst(schema.wrapped, way)
  if (Array.isArray(schema.options) && schema.type === 'union') {
    return schema.options.flatMap((option) => textsReadFirst(option, way))
  }
  if (schema.item !== undefined) return textsReadFirst(schema.item, way)
  if (isRecord(schema.entries)) {
    return Object.entries(schema.entries).flatMap(([name, entry]) => textsReadFirst(entry, name))
  }
  if (schema.type !== 'string') return []
  const [, first] = stepsOf(schema)
  return isRecord(first) && isLength(first) ? [] : [way]
}

/** A pipe may begin with another one. */
function stepsOf(schema: Record<string, unknown>): unknown[] {
  if (!Array.isArray(schema.pipe)) return [schema]
  const [first, ...rest]: unknown[] = schema.pipe
  return isRecord(first) ? [...stepsOf(first), ...rest] : rest
}

function isLength({ type, requirement }: Record<string, unknown>): boolean {
  // An expression without repetition reads no more of a text than it is long itself.
  if (requirement instanceof RegExp) return !/[*+]|,\}/.test(requirement.source)
  return longest.includes(String(type))
}

test('a list that is too long is refused before its items are read', () => {
  for (const endpoint of allCalls) {
    for (const way of listsOf(endpoint.input)) {
      const { list, read } = watchedList(100_001)
      const input = inputWith(endpoint.input, valuesByName(examplesOf(endpoint).input), way, list)
      v.safeParse(endpoint.input, input)
      const most = endpoint.path === '/rspamd' ? 50_000 : 0
      expect(read(), `${nameOf(endpoint)}, ${way.join('.')}`).toBeLessThanOrEqual(most)
    }
  }
})

function watchedList(length: number) {
  let count = 0
  const list = new Proxy(new Array<string>(length).fill(''), {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^\d+$/.test(name)) count += 1
      return Reflect.get(target, name, receiver)
    },
  })
  return { list, read: () => count }
}

test('a list in place of an input is refused without a look at its items', () => {
  let looks = 0
  const list = new Proxy([''], {
    ownKeys(target) {
      looks += 1
      return Reflect.ownKeys(target)
    },
  })
  const schema = v.strictObject({ name: givenLine(5) })
  expect(() => parseInput(schema, list)).toThrow('name: is missing')
  expect(looks).toBe(0)
})

test('no further check of a value runs after one has failed', () => {
  const read: string[] = []
  const watched = v.check<string, string>((given) => {
    read.push(given)
    return true
  }, 'invalid')
  const schema = v.strictObject({
    first: v.pipe(givenLine(5), watched),
    other: v.pipe(givenLine(5), watched),
  })
  expect(() => parseInput(schema, { first: 'too long', other: 'short' })).toThrow(
    'first: must not be longer than 5',
  )
  expect(read).toEqual(['short'])
})

test('a name with more marks on a letter than any language writes is refused', () => {
  const marked = (count: number) => `a${'\u0316'.repeat(count)}b`
  expect(v.is(givenLine(120), marked(30))).toBe(true)
  expect(v.is(givenLine(120), marked(31))).toBe(false)
})

test('a domain that the DNS cannot have is refused', () => {
  const labels = (count: number) => 'a.'.repeat(count)
  expect(canonicalDomain(`${labels(123)}example`)).toBe(`${labels(123)}example`)
  expect(canonicalDomain(`${labels(124)}example`)).toBeUndefined()
  expect(canonicalDomain(`${'ü'.repeat(63)}.example`)).toBeDefined()
  expect(canonicalDomain(`${'ü'.repeat(64)}.example`)).toBeUndefined()
  expect(v.is(emailDomain, `${labels(124)}example`)).toBe(false)
})
