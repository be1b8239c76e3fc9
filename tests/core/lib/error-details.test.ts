import { expect, test } from 'vitest'
import { errorOfRow } from '../../../src/lib/core/api/error-of-row.ts'
import { errorDetailsOf, HttpError, wordsOf } from '../../../src/lib/core/api/errors.ts'

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
