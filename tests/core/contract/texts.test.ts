import * as v from 'valibot'
import { parse } from 'valibot'
import { describe, expect, test } from 'vitest'
import { auditFilters } from '../../../contract/audit/audit-entry.ts'
import { givenLine } from '../../../contract/core/basic.ts'
import { foldDigits } from '../../../contract/core/digits.ts'
import { canonicalDomain } from '../../../contract/core/domain.ts'
import { examplesOf } from '../../../contract/core/examples.ts'
import { parseTime } from '../../../contract/core/time.ts'
import { flagEnd } from '../../../contract/flags/flag.ts'
import { latinSkeleton, mixesScripts } from '../../../contract/flags/look-alikes.ts'
import { givenExpiry } from '../../../contract/gateways/gateway-key.ts'
import { emailDomain } from '../../../contract/organizations/email-domain.ts'
import { saveOrganizationEndpoint } from '../../../contract/organizations/save-organization.ts'
import { generateReceiptEndpoint } from '../../../contract/receipts/generate-receipt.ts'
import { givenDay } from '../../../contract/team/show-team-report.ts'
import { importedRow } from '../../../contract/users/import-users.ts'
import { saveUserEndpoint } from '../../../contract/users/save-user.ts'
import { parseInput } from '../../../server/http/parse-input.ts'
import { parseUsers } from '../../../src/lib/files/parse-users.ts'
import { inputWith, isRecord, listsOf, valuesByName } from '../../support/long-text/texts.ts'
import { allCalls, nameOf } from '../../support/worlds/contract.ts'

test('the digits of every script that Intl writes are folded to 0 to 9', () => {
  const written = Intl.supportedValuesOf('numberingSystem').flatMap((numberingSystem) => {
    const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false })
    const text = format.format(1_234_567_890)
    return /^\p{Nd}+$/u.test(text) ? [text] : []
  })
  expect(new Set(written).size).toBeGreaterThan(50)
  expect(new Set(written.map(foldDigits))).toEqual(new Set(['1234567890']))
})

test('what is no decimal digit stays', () => {
  const text = 'Ⅳ ½ ² ④ 一 abc +962 6'
  expect(foldDigits(text)).toBe(text)
})

test('dates are read in Arabic and Persian digits', () => {
  const iso = '2026-03-01T09:30:00.000Z'
  expect(parseTime('٢٠٢٦-٠٣-٠١T٠٩:٣٠Z')?.toISOString()).toBe(iso)
  expect(parse(flagEnd, '۲۰۲۶-۰۳-۰۱')).toBe('2026-03-01T23:59:59.999Z')
  expect(parse(givenExpiry, '٢٠٢٦-٠٣-٠١T٠٩:٣٠')).toBe(iso)
  expect(parse(auditFilters.from, '٢٠٢٦-٠٣-٠١T٠٩:٣٠')).toBe(iso)
  expect(parse(givenDay, '٢٠٢٦-٠٣-٠١')).toBe('2026-03-01')
  const receipt = { organization_id: '1', year: '٢٠٢٥', month: '۱۲' }
  expect(parse(generateReceiptEndpoint.input, receipt)).toMatchObject({ year: 2025, month: 12 })
})

test('phone numbers and amounts are kept in the digits 0 to 9', () => {
  const user = { username: 'rania', email: 'rania@firm.example', full_name: 'رانيا ٢' }
  const phone = '+٩٦٢ ٦ ۵۵۵'
  const more = { password: 'x'.repeat(12), organization_id: '1', department: '٣' }
  const saved = { ...user, ...more, role: 'employee', phone }
  expect(parse(saveUserEndpoint.input, saved)).toMatchObject({
    phone: '+962 6 555',
    department: '٣',
    full_name: 'رانيا ٢',
  })
  expect(parse(importedRow, { ...user, line: 1, phone }).phone).toBe('+962 6 555')
  const organization = { name: 'Cedar', industry: 'other', contact_email: user.email, phone }
  const employee_count = '١٢٠٫٥'.replace('٫', '.')
  expect(parse(saveOrganizationEndpoint.input, { ...organization, employee_count })).toMatchObject({
    phone: '+962 6 555',
    employee_count: 120,
  })
})

test('a file says in Arabic digits who is active', () => {
  const file = parseUsers('email,name,status\na@firm.example,A,١\nb@firm.example,B,٠\n')
  expect('rows' in file && file.rows.map(({ is_active }) => is_active)).toEqual([true, false])
})

describe('look-alike letters', () => {
  test.each([
    ['Admin', 'admin'],
    ['аdmіn', 'admin'],
    ['admın', 'admin'],
    ['ad\u200bmin', 'admin'],
    ['ad\u00admin', 'admin'],
    ['ａｄｍｉｎ', 'admin'],
    ['𝐚dmin', 'admin'],
    ['ΑΡΡ', 'app'],
    ['ВОВ', 'bob'],
    ['аррӏе.com', 'apple.com'],
    ['раураӏ', 'paypal'],
  ])('%j looks like %s', (text, skeleton) => {
    expect(latinSkeleton(text)).toBe(skeleton)
  })

  test.each(['josé', 'müller', 'أمان', '安全', 'omar1', "o'neill", 'дмитрий-64'])(
    '%s does not look like a basic Latin name',
    (text) => {
      if (/[^ -~]/.test(text)) expect(latinSkeleton(text)).not.toMatch(/^[ -~]*$/)
      else expect(latinSkeleton(text)).toBe(text)
    },
  )

  test.each([
    'admin',
    'josé-1',
    'дмитрий',
    'αθήνα',
    'أمان',
    '安全です',
    '보안',
    'bücher.example',
    '',
    '2026',
  ])('%j is written in one script', (text) => {
    expect(mixesScripts(text)).toBe(false)
  })

  test.each(['аdmin', 'αdmin', 'أمانa', 'раураl', '안全ア', 'ⵣⵓⵍ'])(
    '%s mixes scripts or is written in a rare one',
    (text) => {
      expect(mixesScripts(text)).toBe(true)
    },
  )
})

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
