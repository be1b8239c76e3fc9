import { expect, test } from 'vitest'
import { errorMessagesOf, isErrorAnswer, parseJson } from '../../../src/lib/core/api/http.ts'

test.each([
  ['', undefined],
  ['null', null],
  ['{"a":1}', { a: 1 }],
  ['{"a":', '{"a":'],
  ['<p>', '<p>'],
])('the text %j is parsed as %j', (text, json) => {
  expect(parseJson(text)).toEqual(json)
})

test.each([
  [{ success: false }, true],
  [{ success: true }, false],
  [{ success: null }, false],
  [{}, false],
  [null, false],
  [undefined, false],
  ['success', false],
])('%j is a refusal: %j', { tags: ['R007'] }, (json, expected) => {
  expect(isErrorAnswer(json)).toBe(expected)
})

test.each([
  [
    { detail: ' a ', error: 'b', message: 'c', other: 'd' },
    { detail: 'a', error: 'b', message: 'c' },
  ],
  [{ detail: '', error: '  ', message: 5 }, {}],
  [{ detail: { msg: 'a' } }, {}],
  [
    { detail: [{ msg: 'too short' }, { type: 'x' }, { msg: 5 }, null, 'odd', ''] },
    { detail: 'too short, odd' },
  ],
  [{ detail: [] }, {}],
  [null, {}],
  ['text', {}],
  [undefined, {}],
])('the error message of %j', (json, words) => {
  expect(errorMessagesOf(json)).toEqual(words)
})
