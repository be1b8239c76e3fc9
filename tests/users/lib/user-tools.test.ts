import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { setUserStatusEndpoint } from '../../../contract/users/set-user-status.ts'
import { user as userField } from '../../../contract/users/user.ts'
import { forgetSession, forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { $sendInvitationsWords } from '../../../src/lib/sign-in/words/send-invitations.words.yaml'
import { inviteAgain } from '../../../src/lib/users/invitations.ts'
import { $removedUsers, removeUser } from '../../../src/lib/users/user-removal.ts'
import { exportUsers, setStatus } from '../../../src/lib/users/user-tools.ts'
import { $userFilter, userSelection } from '../../../src/lib/users/users.ts'
import { $userToolsWords } from '../../../src/lib/users/words/user-tools.words.yaml'
import { $usersWords } from '../../../src/lib/users/words/users.words.yaml'
import { catchFiles } from '../../support/browser/saved-files.ts'
import { answerQuestions, saidNotices } from '../../support/browser/screen-state.ts'
import {
  refusal,
  type StubbedCall,
  withStubbedServer,
} from '../../support/server/stubbed-server.ts'
import { adminLists } from '../../support/worlds/admin-lists.ts'

const server = withStubbedServer()
const words = $userToolsWords.get()
const usersWords = $usersWords.get()
const rania = v.parse(userField, {
  ...{ id: 'u1', username: 'rania', email: 'rania@clinic.example', full_name: 'Rania Khoury' },
})
const person = { name: 'Rania Khoury', email: rania.email }
const status = 'POST /api/admin/users/status'
const exported = 'POST /api/admin/users/export'
const removed = 'DELETE /api/admin/users/u1'
const users = 'GET /api/admin/users'

afterEach(() => {
  forgetSession()
  forgetUser()
})

test('chosen users become active without a question', async () => {
  server.answer({ ...adminLists, [status]: { changed: 1 } })
  const asked = answerQuestions(false)
  userSelection.toggle('u1')
  await setStatus(['u1', 'u2'], true)
  expect(asked).toEqual([])
  expect(server.changes()).toEqual([[status, { ids: ['u1', 'u2'], is_active: true }]])
  expect(saidNotices()).toEqual([`success: ${words.activated(1)}`])
  expect(userSelection.$selection.get()).toBeUndefined()
  expect(server.inputs(users)).not.toEqual([])
})

const invitationOf = (id: string) => `POST /api/admin/users/${id}/invitation`
const invited = (id: string) => v.parse(userField, { ...rania, id })

test('invitations of several users are sent again, and who has come meanwhile is passed over', async () => {
  server.answer({
    ...adminLists,
    [invitationOf('u1')]: { success: true },
    [invitationOf('u2')]: refusal('Has come', { status: 409, code: 'has_password' }),
    [invitationOf('u3')]: { success: true },
  })
  userSelection.choose(['u1', 'u2', 'u3'])
  await inviteAgain(['u1', 'u2', 'u3'].map(invited))
  expect(server.changes().map(([made]) => made)).toEqual(['u1', 'u2', 'u3'].map(invitationOf))
  expect(saidNotices()).toEqual([`success: ${$sendInvitationsWords.get().done(3)}`])
  expect(userSelection.$selection.get()).toBeUndefined()
})

test('users whose invitation failed stay chosen', async () => {
  server.answer({
    ...adminLists,
    [invitationOf('u1')]: { success: true },
    [invitationOf('u2')]: refusal('Is inactive', { status: 409, code: 'user_inactive' }),
  })
  userSelection.choose(['u1', 'u2', 'u3'])
  await inviteAgain(['u1', 'u2', 'u3'].map(invited))
  expect(saidNotices()).toEqual([expect.stringMatching(/^problem: 1 of 3 are done/)])
  expect(userSelection.$selection.get()).toEqual(new Set(['u2', 'u3']))
})

test('users stay active when the question is declined', async () => {
  answerQuestions(false)
  userSelection.toggle('u1')
  await setStatus(['u1'], false)
  expect(server.made()).toEqual([])
  expect(userSelection.$selection.get()).toEqual(new Set(['u1']))
})

test('many users are changed in several calls, and all of them are counted', async () => {
  const ids = Array.from({ length: 1001 }, (_, number) => number)
  const sizes: number[] = []
  server.answer({
    ...adminLists,
    [status]: ({ input }: StubbedCall) => {
      const { ids } = v.parse(setUserStatusEndpoint.input, input)
      sizes.push(ids.length)
      return { changed: ids.length }
    },
  })
  await setStatus(ids, true)
  expect(sizes).toEqual([500, 500, 1])
  expect(saidNotices()).toEqual([`success: ${words.activated(1001)}`])
})

test('users who could not be changed stay chosen, and the list is loaded again', async () => {
  server.answer({ ...adminLists, [status]: refusal('The last super admin') })
  userSelection.toggle('u1')
  await setStatus(['u1'], true)
  expect(saidNotices()).toEqual([`problem: ${words.statusFailed}The last super admin`])
  expect(userSelection.$selection.get()).toEqual(new Set(['u1']))
  expect(server.inputs(users)).not.toEqual([])
})

const unfiltered = { search: '', role: '', organization: '', status: '', need: '' }

test.each([
  [{ search: ' ' }, {}],
  [{ search: 'rania' }, { q: 'rania' }],
  [
    { organization: 'o1', status: 'inactive' },
    { organization_id: 'o1', status: 'inactive' },
  ],
  [{ role: 'king', status: 'asleep', need: 'money' }, {}],
])('the users that the filter %o finds are saved as a file', async (filter, input) => {
  server.answer({ [exported]: () => new Response('\uFEFFusername\r\n') })
  const saved = catchFiles()
  $userFilter.set({ ...$userFilter.get(), ...unfiltered, ...filter })
  await exportUsers()
  expect(server.made()).toEqual([[exported, input]])
  // Excel reads a file as UTF-8 only with a byte order mark.
  expect(await saved()).toEqual({ 'aman-users.csv': '\uFEFFusername\r\n' })
  expect(saidNotices()).toEqual([`success: ${words.exported}`])
})

test('a user is removed after the word was typed', async () => {
  server.answer({ ...adminLists, [removed]: { success: true } })
  const asked = answerQuestions('DELETE')
  await removeUser(rania)
  expect(asked).toEqual([
    {
      text: usersWords.removeQuestion(person),
      action: usersWords.remove,
      label: usersWords.removeLabel({ word: 'DELETE' }),
    },
  ])
  expect(server.changes()).toEqual([[removed]])
  expect(saidNotices()).toEqual([`success: ${usersWords.removed(person)}`])
  expect(server.inputs(users)).not.toEqual([])
  expect($removedUsers.get()).toEqual(new Set())
})

test('a user stays when another word is typed', async () => {
  answerQuestions('delete')
  await removeUser(rania)
  expect(server.made()).toEqual([])
  expect(saidNotices()).toEqual([`problem: ${usersWords.removeCancelled({ word: 'DELETE' })}`])
})

test.each([
  [{ error: 'one', detail: 'two', message: 'three' }, 500, 'one'],
  [{ error: '', detail: 'two', message: 'three' }, 500, 'two'],
  [{ error: null, detail: {}, message: 'three' }, 500, 'three'],
  [{}, 500, 'Unknown error'],
  [{ success: false, error: 'boom' }, 200, 'boom'],
])(
  'after the answer %j with %i the user stays, and a notice quotes the first words: %s',
  {
    tags: ['R007', 'R336'],
  },
  async (answer, status, said) => {
    server.answer({ ...adminLists, [removed]: () => Response.json(answer, { status }) })
    answerQuestions('DELETE')
    await removeUser(rania)
    expect(saidNotices()).toEqual([`problem: Failed to remove user: ${said}`])
    expect($removedUsers.get()).toEqual(new Set())
  },
)
