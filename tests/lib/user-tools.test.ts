import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { user as userField } from '../../contract/fields/user.ts'
import { $userToolsMessages } from '../../src/lib/messages/user-tools.ts'
import { $usersMessages } from '../../src/lib/messages/users.ts'
import { exportUsers } from '../../src/lib/screens/user-export.ts'
import { $removedUsers, removeUser } from '../../src/lib/screens/user-removal.ts'
import { $selection, toggleUser } from '../../src/lib/screens/user-selection.ts'
import { setStatus } from '../../src/lib/screens/user-status.ts'
import { $userFilter } from '../../src/lib/screens/users.ts'
import { forgetSession, forgetUser } from '../../src/lib/session/forget.ts'
import {
  answerQuestions,
  catchFiles,
  dismissNotices,
  refusal,
  shownNotices,
  stubCalls,
} from '../support/stubbed-calls.ts'

const words = $userToolsMessages.get()
const messages = $usersMessages.get()
const rania = v.parse(userField, {
  ...{ id: 'u1', username: 'rania', email: 'rania@clinic.example', full_name: 'Rania Khoury' },
})
const person = { name: 'Rania Khoury', email: rania.email }
const status = 'POST /api/admin/users/status'
const exported = 'POST /api/admin/users/export'
const removed = 'DELETE /api/admin/users/u1'
const users = 'GET /api/admin/users'
let stop = () => {}

function answer(yes: boolean, typed?: string) {
  const questions = answerQuestions(yes, typed)
  stop = questions.stop
  return questions.asked
}

beforeEach(() => {
  stop = () => {}
})

afterEach(() => {
  stop()
  forgetSession()
  forgetUser()
  dismissNotices()
  vi.unstubAllGlobals()
})

test('users are chosen one by one, and another user chooses anew', () => {
  expect($selection.get()).toBeUndefined()
  toggleUser('u1')
  toggleUser(2)
  expect($selection.get()).toEqual(new Set(['u1', 2]))
  toggleUser('u1')
  expect($selection.get()).toEqual(new Set([2]))
  forgetUser()
  expect($selection.get()).toBeUndefined()
})

test('chosen users become active without a question', async () => {
  const calls = stubCalls({ [status]: { changed: 1 } })
  const asked = answer(false)
  toggleUser('u1')
  await setStatus(['u1', 'u2'], true)
  expect(asked).toEqual([])
  expect(calls.changes()).toEqual([{ call: status, input: { ids: ['u1', 'u2'], is_active: true } }])
  expect(shownNotices()).toEqual([`success: ${words.activated(1)}`])
  expect($selection.get()).toBeUndefined()
  expect(calls.count(users)).toBeGreaterThan(0)
})

test('chosen users become inactive after a question', async () => {
  const calls = stubCalls({ [status]: { changed: 2 } })
  const asked = answer(true)
  await setStatus(['u1', 'u2'], false)
  expect(asked).toEqual([{ text: words.deactivateQuestion(2), action: words.deactivate }])
  expect(calls.changes()).toMatchObject([{ input: { is_active: false } }])
  expect(shownNotices()).toEqual([`success: ${words.deactivated(2)}`])
})

test('users stay active when the question is declined', async () => {
  const calls = stubCalls()
  answer(false)
  toggleUser('u1')
  await setStatus(['u1'], false)
  expect(calls.made).toEqual([])
  expect($selection.get()).toEqual(new Set(['u1']))
})

test('many users are changed in several calls, and all of them are counted', async () => {
  const ids = Array.from({ length: 1001 }, (_, number) => number)
  const sizes: number[] = []
  stubCalls({
    [status]: (input: { ids: unknown[] }) => {
      sizes.push(input.ids.length)
      return { changed: input.ids.length }
    },
  })
  await setStatus(ids, true)
  expect(sizes).toEqual([500, 500, 1])
  expect(shownNotices()).toEqual([`success: ${words.activated(1001)}`])
  sizes.length = 0
  await setStatus(ids.slice(1), true)
  expect(sizes).toEqual([500, 500])
})

test('users who could not be changed stay chosen, and the list is loaded again', async () => {
  const calls = stubCalls({ [status]: refusal('The last super admin') })
  toggleUser('u1')
  await setStatus(['u1'], true)
  expect(shownNotices()).toEqual([`problem: ${words.statusFailed}The last super admin`])
  expect($selection.get()).toEqual(new Set(['u1']))
  expect(calls.count(users)).toBeGreaterThan(0)
  // A new attempt begins without the words of the one before.
  answer(false)
  await setStatus(['u1'], false)
  expect(shownNotices()).toEqual([])
})

const unfiltered = { search: '', role: '', organization: '', status: '', need: '' }

test.each([
  [{}, {}],
  [{ search: ' ' }, {}],
  [{ search: 'rania' }, { q: 'rania' }],
  [{ role: 'team_lead' }, { role: 'team_lead' }],
  [{ organization: 'o1' }, { organization_id: 'o1' }],
  [{ status: 'active' }, { status: 'active' }],
  [{ status: 'inactive' }, { status: 'inactive' }],
  [{ need: 'factor' }, { need: 'factor' }],
  [{ role: 'king', status: 'asleep', need: 'money' }, {}],
])('the users that the filter %o finds are saved as a file', async (filter, input) => {
  const calls = stubCalls({ [exported]: () => new Response('\uFEFFusername\r\n') })
  const saved = catchFiles()
  $userFilter.set({ ...$userFilter.get(), ...unfiltered, ...filter })
  await exportUsers()
  expect(calls.made).toEqual([{ call: exported, input }])
  // Excel reads a file as UTF-8 only with a byte order mark.
  expect(await saved()).toEqual({ 'aman-users.csv': '\uFEFFusername\r\n' })
  expect(shownNotices()).toEqual([`success: ${words.exported}`])
})

test('a list that cannot be exported says why', async () => {
  stubCalls({ [exported]: refusal('Too many at once', 429) })
  const saved = catchFiles()
  await exportUsers()
  expect(await saved()).toEqual({})
  expect(shownNotices()).toEqual([`problem: ${words.exportFailed}Too many at once`])
  stubCalls({ [exported]: () => Promise.reject(new TypeError('Failed to fetch')) })
  const exporting = exportUsers()
  expect(shownNotices()).toEqual([])
  await exporting
  expect(shownNotices()).toEqual([`problem: ${words.exportFailed}${words.unknownError}`])
})

test('a user is removed after the word was typed', async () => {
  const calls = stubCalls({ [removed]: { success: true } })
  const asked = answer(false, 'DELETE')
  await removeUser(rania)
  expect(asked).toEqual([
    {
      text: messages.removeQuestion(person),
      action: messages.remove,
      label: messages.removeLabel({ word: 'DELETE' }),
    },
  ])
  expect(calls.changes()).toEqual([{ call: removed, input: undefined }])
  expect(shownNotices()).toEqual([`success: ${messages.removed(person)}`])
  expect(calls.count(users)).toBeGreaterThan(0)
  expect($removedUsers.get()).toEqual(new Set())
})

test('a user without a name is called by the username', async () => {
  stubCalls({ [removed]: { success: true } })
  answer(false, 'DELETE')
  await removeUser({ ...rania, full_name: '' })
  expect(shownNotices()).toEqual([`success: ${messages.removed({ ...person, name: 'rania' })}`])
})

test.each([
  ['nothing', undefined, []],
  ['an empty text', '', []],
  ['another word', 'delete', [`problem: ${messages.removeCancelled({ word: 'DELETE' })}`]],
])('a user stays when %s is typed', async (_, typed, said) => {
  const calls = stubCalls()
  answer(false, typed)
  await removeUser(rania)
  expect(calls.made).toEqual([])
  expect(shownNotices()).toEqual(said)
})

test('a second press while a removal runs sends no second request and asks nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const calls = stubCalls({ [removed]: () => promise })
  const asked = answer(false, 'DELETE')
  const removal = removeUser(rania)
  await expect.poll(() => $removedUsers.get()).toEqual(new Set(['u1']))
  await removeUser(rania)
  resolve({ success: true })
  await removal
  expect(asked).toHaveLength(1)
  expect(calls.changes()).toHaveLength(1)
})

test('a failed removal says why, keeps the list, and is forgotten at the next attempt', async () => {
  const calls = stubCalls({ [removed]: refusal('The last super admin') })
  answer(false, 'DELETE')
  await removeUser(rania)
  expect(shownNotices()).toEqual([`problem: ${messages.removeFailed}The last super admin`])
  expect(calls.count(users)).toBe(0)
  stop()
  answer(false)
  await removeUser(rania)
  expect(shownNotices()).toEqual([])
})

test.each([
  [{ error: 'An error', detail: 'A detail', message: 'A message' }, 'An error'],
  [{ detail: 'A detail', message: 'A message' }, 'A detail'],
  [{ message: 'A message' }, 'A message'],
])('of the words of the server, %o, a failed removal shows %s', async (given, said) => {
  stubCalls({ [removed]: Response.json({ success: false, ...given }, { status: 409 }) })
  answer(false, 'DELETE')
  await removeUser(rania)
  expect(shownNotices()).toEqual([`problem: ${messages.removeFailed}${said}`])
})
