import { expect, test } from 'vitest'
import { acceptsEncoding, matchesTag } from '../../../server/http/json-answer.ts'

test.each([
  ['gzip, deflate, br', true],
  ['gzip, BR', true],
  ['br;q=0.5', true],
  ['gzip;q=1.0, br; q=0', false],
  ['br;q=0.0', false],
  ['gzip, deflate', false],
  ['brotli', false],
  ['', false],
  [undefined, false],
])('a client that sends %o receives brotli: %o', (header, isAccepted) => {
  expect(acceptsEncoding(header, 'br')).toBe(isAccepted)
})

test.each([
  ['"abc"', true],
  ['W/"abc"', true],
  ['"x", W/"abc"', true],
  ['*', true],
  ['"x"', false],
  ['abc', false],
  [undefined, false],
])('a client that sends %o has the content: %o', (header, has) => {
  expect(matchesTag(header, '"abc"')).toBe(has)
})
