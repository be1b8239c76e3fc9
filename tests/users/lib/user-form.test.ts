import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import { setUserStatusEndpoint } from '../../../contract/users/set-user-status.ts'
import { user as userField } from '../../../contract/users/user.ts'
import { forgetSession, forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { dropDraft, keepField } from '../../../src/lib/core/ui-state/drafts.ts'
import { $sendInvitationsWords } from '../../../src/lib/sign-in/words/send-invitations.words.yaml'
import { inviteAgain } from '../../../src/lib/users/invitations.ts'
import { saveUser, userDraft, userToGoOnWith } from '../../../src/lib/users/user-form.ts'
import { $removedUsers, removeUser } from '../../../src/lib/users/user-removal.ts'
import { exportUsers, setStatus } from '../../../src/lib/users/user-tools.ts'
import { $userFilter, userSelection } from '../../../src/lib/users/users.ts'
import { $userToolsWords } from '../../../src/lib/users/words/user-tools.words.yaml'
import { $usersWords } from '../../../src/lib/users/words/users.words.yaml'
import {
  answerQuestions,
  catchFiles,
  formOf,
  saidNotices,
} from '../../support/browser/screen-state.ts'
import {
  refusal,
  type StubbedCall,
  withStubbedServer,
} from '../../support/server/stubbed-server.ts'
import { adminLists } from '../../support/worlds/answers.ts'

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

const save = 'POST /api/admin/users/detailed'
const wordsUserForm = $usersWords.get()
const raniaUserForm = v.parse(userField, {
  ...{ id: 'u1', username: 'rania', email: 'rania@clinic.example', full_name: 'Rania' },
  ...{ organization_id: 'o1', is_active: true, aliases: ['accounts@clinic.example'] },
})
const invitedUserForm = { ...raniaUserForm, invitation_expires_at: '2026-03-01T00:00:00Z' }
const typed = {
  username: ' rania ',
  email: 'rania@clinic.example',
  full_name: 'Rania',
  password: ' violet kettle drum ',
  role: 'team_lead',
  organization_id: 'o1',
  department: 'Accounts',
  phone: '+962 6 555 0100',
}
const sent = {
  ...typed,
  username: 'rania',
}

/** @returns the result, and what was sent */
async function submit(fields: Record<string, string>, editing?: typeof raniaUserForm) {
  server.forgetCalls()
  server.answer({ ...adminLists, [save]: { success: true, id: 'u1' } })
  const result = await saveUser(formOf(fields), editing)
  return { result, input: server.inputs(save)[0] }
}

test('a new user is saved as typed, and the password is not trimmed', async () => {
  server.answer({ ...adminLists, [save]: { success: true, id: 'u1' } })
  expect(await saveUser(formOf(typed), undefined)).toEqual({ status: 'done' })
  expect(server.changes()).toEqual([[save, sent]])
  expect(saidNotices()).toEqual([`success: ${wordsUserForm.saved}`])
  // The list shows the change.
  expect(server.inputs('GET /api/admin/users')).not.toEqual([])
  // Only a change of the own user is one of the session.
  expect(server.inputs('GET /api/auth/me')).toEqual([])
})

describe('a form is rejected', () => {
  const { username, email, full_name, password } = typed
  test.each([
    ['with spaces alone', { username, email: ' ', full_name, password }, undefined, ['email']],
    ['without a password of a new user', { username, email, full_name }, undefined, ['password']],
    [
      'without a password of a user who has one',
      { ...typed, password: '' },
      raniaUserForm,
      ['password'],
    ],
  ])('%s', async (_, fields, editing, missing) => {
    const { result, input } = await submit(fields, editing)
    expect(result).toEqual({
      status: 'invalid',
      fields: missing.map((field) => ({ field, code: 'missing', params: {} })),
    })
    expect(input).toBeUndefined()
    expect(saidNotices()).toEqual([`problem: ${wordsUserForm.missing}`])
  })
})

test('a user who gets an invitation needs no password', async () => {
  const { username, email, full_name } = typed
  const { input } = await submit({ username, email, full_name, sends_invitation: 'on' })
  expect(input).toMatchObject({ sends_invitation: true })
  expect(input).not.toHaveProperty('password')
})

test('a user who was invited is changed without a password, but not without a name', async () => {
  const { password: _, ...others } = typed
  const { result, input } = await submit(others, invitedUserForm)
  expect(result).toEqual({ status: 'done' })
  expect(input).toMatchObject({ id: 'u1', password: '' })
  expect(await submit({ ...others, full_name: '' }, invitedUserForm)).toMatchObject({
    result: { status: 'invalid', fields: [{ field: 'full_name' }] },
    input: undefined,
  })
})

test.each([
  ['super_admin', '', { role: 'super_admin', organization_id: null }],
  ['employee', 'o1', { role: 'employee', organization_id: 'o1' }],
])('the role %s in the organization "%s" is sent as %o', async (role, organization_id, input) => {
  expect(await submit({ ...typed, role, organization_id })).toMatchObject({ input })
})

describe('what was not changed is not sent', () => {
  const inactive = { ...raniaUserForm, is_active: false }
  const lead = { ...raniaUserForm, manages_organization: true }
  const offered = { ...typed, offers_right: 'on' }

  test.each([
    ['an active user stays active', { is_active: 'active' }, raniaUserForm, {}],
    [
      'an active user becomes inactive',
      { is_active: 'inactive' },
      raniaUserForm,
      { is_active: false },
    ],
    ['an inactive user stays so', { is_active: 'inactive' }, inactive, {}],
    ['an inactive user becomes active', { is_active: 'active' }, inactive, { is_active: true }],
    ['the right is given', { ...offered, manages_organization: 'on' }, raniaUserForm, right(true)],
    ['the right is taken', offered, lead, right(false)],
    ['the right stays', { ...offered, manages_organization: 'on' }, lead, {}],
    ['a user stays without the right', offered, raniaUserForm, {}],
    ['addresses stay', { aliases: ' accounts@clinic.example\n' }, raniaUserForm, {}],
    ['addresses are taken', { aliases: '' }, raniaUserForm, { aliases: [] }],
    [
      ...([
        'addresses are separated in any way',
        { aliases: 'a@x.example; b@x.example,\n\nc' },
      ] as const),
      ...([raniaUserForm, { aliases: ['a@x.example', 'b@x.example', 'c'] }] as const),
    ],
  ])('%s', async (_, fields, editing, changed) => {
    const { input } = await submit({ ...typed, ...fields }, editing)
    expect(input).toEqual({ ...sent, ...(editing === undefined ? {} : { id: 'u1' }), ...changed })
  })

  function right(manages_organization: boolean) {
    return { manages_organization }
  }
})

test('the form that was open when the session ended opens again', () => {
  const omar = { ...raniaUserForm, id: 'u2' }
  expect(userToGoOnWith()).toBeUndefined()
  keepField(userDraft(undefined), 'username', 'new')
  expect(userToGoOnWith()).toBe('new')
  keepField(userDraft(omar), 'username', 'omar')
  expect(userToGoOnWith()).toBe('u2')
  dropDraft(userDraft(undefined))
  expect(userToGoOnWith()).toBe('u2')
})
