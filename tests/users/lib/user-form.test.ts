import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import { user as userField } from '../../../contract/users/user.ts'
import { forgetSession, forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { dropDraft, keepField } from '../../../src/lib/core/ui-state/drafts.ts'
import { saveUser, userDraft, userToGoOnWith } from '../../../src/lib/users/user-form.ts'
import { $usersWords } from '../../../src/lib/users/words/users.words.yaml'
import { formOf, saidNotices } from '../../support/browser/screen-state.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'
import { adminLists } from '../../support/worlds/admin-lists.ts'

const server = withStubbedServer()
const save = 'POST /api/admin/users/detailed'
const words = $usersWords.get()
const rania = v.parse(userField, {
  ...{ id: 'u1', username: 'rania', email: 'rania@clinic.example', full_name: 'Rania' },
  ...{ organization_id: 'o1', is_active: true, aliases: ['accounts@clinic.example'] },
})
const invited = { ...rania, invitation_expires_at: '2026-03-01T00:00:00Z' }
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

afterEach(() => {
  forgetSession()
  forgetUser()
})

/** @returns the result, and what was sent */
async function submit(fields: Record<string, string>, editing?: typeof rania) {
  server.forgetCalls()
  server.answer({ ...adminLists, [save]: { success: true, id: 'u1' } })
  const result = await saveUser(formOf(fields), editing)
  return { result, input: server.inputs(save)[0] }
}

test('a new user is saved as typed, and the password is not trimmed', async () => {
  server.answer({ ...adminLists, [save]: { success: true, id: 'u1' } })
  expect(await saveUser(formOf(typed), undefined)).toEqual({ status: 'done' })
  expect(server.changes()).toEqual([[save, sent]])
  expect(saidNotices()).toEqual([`success: ${words.saved}`])
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
    ['without a password of a user who has one', { ...typed, password: '' }, rania, ['password']],
  ])('%s', async (_, fields, editing, missing) => {
    const { result, input } = await submit(fields, editing)
    expect(result).toEqual({
      status: 'invalid',
      fields: missing.map((field) => ({ field, code: 'missing', params: {} })),
    })
    expect(input).toBeUndefined()
    expect(saidNotices()).toEqual([`problem: ${words.missing}`])
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
  const { result, input } = await submit(others, invited)
  expect(result).toEqual({ status: 'done' })
  expect(input).toMatchObject({ id: 'u1', password: '' })
  expect(await submit({ ...others, full_name: '' }, invited)).toMatchObject({
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
  const inactive = { ...rania, is_active: false }
  const lead = { ...rania, manages_organization: true }
  const offered = { ...typed, offers_right: 'on' }

  test.each([
    ['an active user stays active', { is_active: 'active' }, rania, {}],
    ['an active user becomes inactive', { is_active: 'inactive' }, rania, { is_active: false }],
    ['an inactive user stays so', { is_active: 'inactive' }, inactive, {}],
    ['an inactive user becomes active', { is_active: 'active' }, inactive, { is_active: true }],
    ['the right is given', { ...offered, manages_organization: 'on' }, rania, right(true)],
    ['the right is taken', offered, lead, right(false)],
    ['the right stays', { ...offered, manages_organization: 'on' }, lead, {}],
    ['a user stays without the right', offered, rania, {}],
    ['addresses stay', { aliases: ' accounts@clinic.example\n' }, rania, {}],
    ['addresses are taken', { aliases: '' }, rania, { aliases: [] }],
    [
      ...([
        'addresses are separated in any way',
        { aliases: 'a@x.example; b@x.example,\n\nc' },
      ] as const),
      ...([rania, { aliases: ['a@x.example', 'b@x.example', 'c'] }] as const),
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
  const omar = { ...rania, id: 'u2' }
  expect(userToGoOnWith()).toBeUndefined()
  keepField(userDraft(undefined), 'username', 'new')
  expect(userToGoOnWith()).toBe('new')
  keepField(userDraft(omar), 'username', 'omar')
  expect(userToGoOnWith()).toBe('u2')
  dropDraft(userDraft(undefined))
  expect(userToGoOnWith()).toBe('u2')
})
