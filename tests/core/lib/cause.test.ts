import { beforeEach, expect, test } from 'vitest'
import {
  ConnectionError,
  HttpError,
  MalformedAnswerError,
} from '../../../src/lib/core/api/errors.ts'
import { $locale } from '../../../src/lib/core/i18n/i18n.ts'
import { causeOf } from '../../../src/lib/core/ui-state/cause.ts'

beforeEach(() => $locale.set('en'))

const said = { detail: 'The server is busy. Try again in a moment.' }
const again = 'Try again in a moment, and tell your administrator if it stays so.'

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
] as const)('beside the sentence of the server nothing is said twice: %s', (_, error, sentence) => {
  expect(causeOf(error, true)).toBe(sentence)
})
