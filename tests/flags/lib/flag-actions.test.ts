import { cleanStores } from 'nanostores'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetSession, forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { changeFlag, flagSelection, removeFlags } from '../../../src/lib/flags/flag-tools.ts'
import {
  addFlag,
  type Flag,
  flags,
  isTrustMeant,
  removeFlag,
} from '../../../src/lib/flags/flags.ts'
import { answerQuestions, formOf, saidNotices } from '../../support/browser/screen-state.ts'
import { breakConnection, withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const add = 'POST /api/flags/add'
const set = 'POST /api/flags/set'
const list = 'GET /api/flags/list'
const removeMany = 'POST /api/flags/remove'
const evidence = 'GET /api/flags/evidence'

const created_at = '2026-03-09T12:00:00.000Z'
const flag: Flag = { id: 1, flag_type: 'red', value: 'spam.example', reason: null, created_at }

let questions: ReturnType<typeof answerQuestions>
let leave = () => {}

/** The calls after that of the list which is on the screen. */
const names = () => server.names().slice(1)

beforeEach(async () => {
  server.answer({ [list]: { flags: [flag] } })
  questions = answerQuestions(true)
  leave = flags.$resource.listen(() => {})
  await expect.poll(() => flags.$resource.get().status, { interval: 1 }).toBe('loaded')
})

afterEach(() => {
  leave()
  forgetSession()
  forgetUser()
  cleanStores(flags.$resource)
})

test.each([
  [
    { flag_type: 'red', value: ' SPAM.example ', reason: ' Fake invoices ' },
    { flag_type: 'red', value: 'spam.example', reason: 'Fake invoices' },
    'success: RED flag added successfully!',
  ],
  [
    { flag_type: 'green', value: 'a@bank.example', reason: ' ' },
    { flag_type: 'green', value: 'a@bank.example', reason: null },
    'success: GREEN flag added successfully!',
  ],
])('the flag %o is added as %o, and the list is loaded again', async (typed, sent, words) => {
  server.answer({ [add]: { success: true } })
  expect(await addFlag(formOf(typed))).toEqual({ status: 'done' })
  expect(server.inputs(add)).toEqual([sent])
  expect(names()).toEqual([add, list])
  expect(saidNotices()).toEqual([words])
})

test('a flag without a sender is not sent, and marks the field', async () => {
  expect(await addFlag(formOf({ flag_type: 'red', value: ' ' }))).toEqual({
    status: 'invalid',
    fields: [{ field: 'value', code: 'missing', params: {} }],
  })
  expect(saidNotices()).toEqual(['problem: Please enter an email address or domain'])
  expect(names()).toEqual([])
})

test('a domain that sent dangerous mail is trusted only after a yes', async () => {
  server.answer({ [evidence]: { dangerous_emails: 3 } })
  server.answer({ [add]: { success: true } })
  const form = formOf({ flag_type: 'green', value: 'Bank.example' })
  questions = answerQuestions(false)
  expect(await addFlag(form)).toEqual({ status: 'failed' })
  expect(names()).toEqual([evidence])
  expect(server.calls[1]?.query).toEqual({ value: 'bank.example' })
  expect(questions).toEqual([
    {
      text: 'Dangerous emails sent to you from bank.example: 3. Do you trust this domain all the same?',
      action: 'Trust domain',
    },
  ])
  answerQuestions(true)
  expect(await addFlag(form)).toEqual({ status: 'done' })
})

test.each([
  ['an address', 'a@bank.example', { dangerous_emails: 3 }, 0],
  ['a domain that sent none', 'bank.example', { dangerous_emails: 0 }, 1],
  ['a domain of which nothing is known', 'bank.example', breakConnection, 1],
] as const)('%s is trusted without a question', async (_, value, answer, calls) => {
  server.answer({ [evidence]: answer })
  expect(await isTrustMeant(value)).toBe(true)
  expect(questions).toEqual([])
  expect(names()).toHaveLength(calls)
})

test('a flag is removed after a yes, and the list is loaded again', async () => {
  server.answer({ 'DELETE /api/flags/remove/1': { success: true } })
  answerQuestions(false)
  await removeFlag(flag)
  expect(names()).toEqual([])
  questions = answerQuestions(true)
  await removeFlag(flag)
  expect(questions).toEqual([{ text: 'Remove the flag for spam.example?', action: 'Remove flag' }])
  expect(names()).toEqual(['DELETE /api/flags/remove/1', list])
  expect(saidNotices()).toEqual(['success: Flag removed successfully'])
})

test('selected flags are removed in one call after a yes, which ends the selection', async () => {
  server.answer({ [removeMany]: { removed: ['1', 'b'] } })
  flagSelection.toggle(1)
  answerQuestions(false)
  await removeFlags([1, 'b'])
  expect(names()).toEqual([])
  expect(flagSelection.$selection.get()).toBeDefined()
  questions = answerQuestions(true)
  await removeFlags([1, 'b'])
  expect(questions).toEqual([{ text: 'Remove 2 flags?', action: 'Remove' }])
  expect(server.inputs(removeMany)).toEqual([{ ids: ['1', 'b'] }])
  expect(names()).toEqual([removeMany, list])
  expect(flagSelection.$selection.get()).toBeUndefined()
  expect(saidNotices()).toEqual(['success: 2 flags were removed.'])
})

test.each([
  [
    { reason: ' Ours ', ends: '7' },
    { reason: 'Ours', expires_in_days: 7 },
  ],
  [
    { reason: ' ', ends: 'never' },
    { reason: null, expires_at: null },
  ],
  [{ reason: '', ends: '' }, { reason: null }],
])('a flag that is changed to %o is sent with %o', async (typed, sent) => {
  server.answer({ [set]: { rows: [{ line: 1, outcome: 'changed' }] } })
  expect(await changeFlag(flag, formOf(typed))).toEqual({ status: 'done' })
  expect(server.inputs(set)).toEqual([
    { flags: [{ line: 1, flag_type: 'red', value: 'spam.example', ...sent }] },
  ])
  expect(saidNotices()).toEqual(['success: The flag was changed.'])
  expect(names()).toEqual([set, list])
})

test('a change that fails says why, marks the field, and loads nothing', async () => {
  const fields = [{ field: 'reason', code: 'too_long', params: { max: 500 } }]
  const problem = { detail: 'The note is long', code: 'refused', params: {}, fields }
  server.answer({ [set]: { rows: [{ line: 1, outcome: 'invalid', problem }] } })
  const form = formOf({ reason: 'x', ends: '1' })
  expect(await changeFlag(flag, form)).toEqual({ status: 'invalid', fields })
  expect(saidNotices()).toEqual(['problem: The note is long'])
  expect(names()).toEqual([set])
})
