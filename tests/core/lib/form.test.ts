import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { ConnectionError, HttpError } from '../../../src/lib/core/api/errors.ts'
import { forgetSession, forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { makeChange } from '../../../src/lib/core/ui-state/change.ts'
import { $dialog, confirm, dismissDialog, prompt } from '../../../src/lib/core/ui-state/dialogs.ts'
import {
  closeDraft,
  draftOf,
  dropDraft,
  keepDraft,
  keepField,
} from '../../../src/lib/core/ui-state/drafts.ts'
import {
  describeFailure,
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

afterEach(forgetUser)

test('a draft holds the texts of its form, and no password or file', () => {
  keepDraft('user', formOf({ username: 'rania', password: 'secret', photo: new File([], 'a.png') }))
  expect(draftOf('user')).toEqual({ fields: { username: 'rania' }, isOpen: true })
  expect(draftOf('flag')).toBeUndefined()
})

test('one field is kept besides the others, and of each form alone', () => {
  keepDraft('user', formOf({ username: 'rania' }))
  keepField('user', 'organization', '7')
  keepField('flag', 'value', 'spam.example')
  expect(draftOf('user')).toEqual({
    fields: { username: 'rania', organization: '7' },
    isOpen: true,
  })
  expect(draftOf('flag')).toEqual({ fields: { value: 'spam.example' }, isOpen: true })
})

test('a form that the user closes keeps its draft, and one that is sent loses it', () => {
  closeDraft('user')
  expect(draftOf('user')).toBeUndefined()
  keepDraft('user', formOf({ username: 'rania' }))
  keepDraft('flag', formOf({ value: 'spam.example' }))
  closeDraft('user')
  expect(draftOf('user')).toEqual({ fields: { username: 'rania' }, isOpen: false })
  dropDraft('user')
  expect(draftOf('user')).toBeUndefined()
  expect(draftOf('flag')).toMatchObject({ isOpen: true })
})

afterEach(() => dismissDialog())

const question = { text: 'Remove it?', action: 'Remove' }

function press(yes: boolean) {
  const dialog = $dialog.get()
  if (dialog?.kind !== 'confirm') throw new Error('no question is open')
  dialog.answer(yes)
}

function type(text: string) {
  const dialog = $dialog.get()
  if (dialog?.kind !== 'prompt') throw new Error('no text is asked for')
  dialog.answer(text)
}

test.each([true, false])('a question is answered with %s, and is then closed', async (yes) => {
  const answered = confirm(question)
  expect($dialog.get()).toMatchObject({ kind: 'confirm', ...question })
  press(yes)
  expect(await answered).toBe(yes)
  expect($dialog.get()).toBeUndefined()
})

test('a text is asked for and comes back as it was typed', async () => {
  const answered = prompt({ ...question, label: 'Name' })
  expect($dialog.get()).toMatchObject({ kind: 'prompt', label: 'Name', ...question })
  type(' rania ')
  expect(await answered).toBe(' rania ')
})

test('a dismissed question is declined, and a dismissed text is undefined', async () => {
  const declined = confirm(question)
  dismissDialog()
  expect(await declined).toBe(false)
  const nothing = prompt({ ...question, label: 'Name' })
  dismissDialog()
  expect(await nothing).toBeUndefined()
  expect($dialog.get()).toBeUndefined()
})

test('a new question declines the open one, whose late answer changes nothing', async () => {
  const first = confirm(question)
  const late = $dialog.get()
  if (late?.kind !== 'confirm') throw new Error('no question is open')
  const second = confirm({ ...question, text: 'Really?' })
  expect(await first).toBe(false)
  late.answer(true)
  expect($dialog.get()).toMatchObject({ text: 'Really?' })
  press(true)
  expect(await second).toBe(true)
})

test('the end of the session declines the open question', async () => {
  const answered = confirm(question)
  forgetSession()
  expect(await answered).toBe(false)
  expect($dialog.get()).toBeUndefined()
})

const root = join(import.meta.dirname, '../../..')
const sinks =
  /set:html|dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|\beval\(|new Function\(/

/** Patterns that are built from constants of their own file. */
const patternsOfConstants = [
  'contract/flags/look-alikes.ts',
  'src/content/rules/promises.ts',
  'src/content/rules/punctuation.ts',
]

function filesWith(pattern: RegExp): string[] {
  const files = globSync('{build,contract,src}/**/*.{ts,tsx,astro}', { cwd: root }).sort()
  expect(files.length).toBeGreaterThan(150)
  return files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))
}

test('no other text becomes a regular expression', { tags: ['R009'] }, () => {
  expect(filesWith(/new RegExp\(/)).toEqual(patternsOfConstants)
})

test('only styles of our own and the escaped structured data write HTML', {
  tags: ['R009'],
}, () => {
  expect(filesWith(sinks)).toEqual([
    'src/layouts/Document.astro',
    // React renders these at the build, from samples of our own.
    'src/layouts/FirstFigures.astro',
    'src/sections/Judge.astro',
    'src/sections/StructuredData.astro',
  ])
})
