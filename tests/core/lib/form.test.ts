import { afterEach, expect, test, vi } from 'vitest'
import { ConnectionError, HttpError } from '../../../src/lib/core/api/errors.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { makeChange } from '../../../src/lib/core/ui-state/change.ts'
import {
  describeFailure,
  describeFields,
  rejectFields,
  reportFailure,
  textOf,
} from '../../../src/lib/core/ui-state/form.ts'
import { noticesAbout } from '../../../src/lib/core/ui-state/notices.ts'
import { formOf, saidNotices } from '../../support/browser/screen-state.ts'

afterEach(forgetSession)

const notices = noticesAbout('form')
const words = { prefix: 'Not saved: ', order: ['detail'], fallback: 'Unknown error' } as const

function refusal(status: number, fields: readonly object[] = []): HttpError {
  const answer = { code: 'value_taken', params: {}, fields }
  return new HttpError(status, { detail: 'This value is taken' }, answer)
}

test('the text of a field is trimmed; a missing field and a file have none', () => {
  const form = formOf({ name: ' Rania Haddad\n', photo: new File(['x'], 'a.png') })
  expect(textOf(form, 'name')).toBe('Rania Haddad')
  expect(textOf(form, 'photo')).toBe('')
  expect(textOf(form, 'email')).toBe('')
})

test('what is missing is said once, and each field is marked', () => {
  expect(rejectFields(notices, 'Fill both fields', ['name', 'email'])).toEqual({
    status: 'invalid',
    fields: [
      { field: 'name', code: 'missing', params: {} },
      { field: 'email', code: 'missing', params: {} },
    ],
  })
  expect(saidNotices()).toEqual(['problem: Fill both fields'])
})

test('a refusal is said in the words of the server, and marks the fields that the form has', async () => {
  const field = { field: 'name', code: 'value_taken', params: {} }
  const error = refusal(409, [field, { ...field, field: 'organization' }])
  const form = formOf({ name: 'Rania' })
  expect(await describeFailure(error, words, form)).toMatchObject({
    text: 'Not saved: This value is taken',
    fields: [field],
  })
  expect(await reportFailure(notices, error, words, form)).toEqual({
    status: 'invalid',
    fields: [field],
  })
  expect(saidNotices()).toEqual(['problem: Not saved: This value is taken'])
})

test('a refusal without fields has failed', async () => {
  expect(await reportFailure(notices, refusal(409), words)).toEqual({ status: 'failed' })
  expect(saidNotices()).toEqual(['problem: Not saved: This value is taken'])
})

test('without an answer the fallback is said, with and without words before it', async () => {
  const error = new ConnectionError('no answer')
  expect(await describeFailure(error, words)).toMatchObject({
    text: 'Not saved: Unknown error',
    fields: [],
  })
  const { prefix: _, ...others } = words
  expect(await describeFailure(error, others)).toMatchObject({ text: 'Unknown error', fields: [] })
})

test('a call that finds the session ended says nothing, for the sign-in form shows it', async () => {
  expect(await reportFailure(notices, refusal(401), words)).toEqual({ status: 'failed' })
  expect(saidNotices()).toEqual([])
})

test('marked fields have messages by their names', async () => {
  const missing = { code: 'missing', params: {} }
  const words = await describeFields([
    { field: 'name', ...missing },
    { field: 'email', code: 'no such code', params: {} },
  ])
  expect([...words.keys()]).toEqual(['name', 'email'])
  expect(words.get('name')).not.toBe('')
  expect(words.get('name')).not.toBe(words.get('email'))
  expect(await describeFields([])).toEqual(new Map())
})

const changeWords = { done: 'Saved', failed: 'Not saved: ' }

test('a change is sent, then the list is loaded again', async () => {
  notices.problem('Of the attempt before')
  const steps: string[] = []
  const step = (name: string) => async () => void steps.push(`${name}, ${saidNotices()}`)
  expect(await makeChange(notices, changeWords, step('send'), step('reload'))).toBe(true)
  expect(steps).toEqual(['send, ', 'reload, success: Saved'])
})

test.each([
  [refusal(409), ['problem: Not saved: This value is taken']],
  [new ConnectionError('no answer'), ['problem: Not saved: Unknown error']],
])('a change that fails with %s says why, and loads nothing', async (error, problems) => {
  const reload = vi.fn<() => Promise<void>>()
  expect(await makeChange(notices, changeWords, () => Promise.reject(error), reload)).toBe(false)
  expect(reload).not.toHaveBeenCalled()
  expect(saidNotices()).toEqual(problems)
})
