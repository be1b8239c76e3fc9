import { cleanStores } from 'nanostores'
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { user as userField } from '../../contract/fields/user.ts'
import { $userLinkMessages } from '../../src/lib/messages/user-link.ts'
import { linkByHand, openUserLink, unlink, userLink } from '../../src/lib/screens/user-link.ts'
import { forgetSession } from '../../src/lib/session/forget.ts'
import {
  answerQuestions,
  dismissNotices,
  formOf,
  open,
  refusal,
  shownNotices,
  stubCalls,
} from '../support/stubbed-calls.ts'

const messages = $userLinkMessages.get()
const rania = v.parse(userField, {
  ...{ id: 7, username: 'rania', full_name: 'Rania Haddad', organization_id: 'o1' },
})
const named = { name: 'Rania Haddad' }
const path = '/api/admin/users/7/single-sign-on'
const settingsCall = 'GET /api/admin/organizations/o1/sign-in'
const link = {
  ...{ issuer: 'https://login.clinic.example', subject: 'abc' },
  ...{ created_at: '2026-01-05T08:00:00Z', last_used_at: null },
}
const tried = { subject: 'xyz', email: 'rania@clinic.example', seen_at: '' }
let stop = () => {}

afterEach(() => {
  stop()
  forgetSession()
  cleanStores(userLink.$resource)
  dismissNotices()
  vi.unstubAllGlobals()
})

/** @returns what the form shows, once it is loaded */
async function show(user: typeof rania, answers: Record<string, unknown>) {
  const calls = stubCalls(answers)
  openUserLink(user)
  stop = await open(userLink.$resource)
  const shown = userLink.$resource.get()
  return { calls, state: shown.status === 'loaded' ? shown.data.state : shown.status }
}

test.each([
  ['a link', rania, { link }, undefined, { kind: 'linked', link }],
  [
    ...(['identities that could be the user', rania, { link: null }] as const),
    { issuer: link.issuer, unlinked_identities: [tried] },
    { kind: 'unlinked', unlinked: [tried] },
  ],
  [
    ...(['no identity that tried to sign in', rania, { link: null }] as const),
    { issuer: link.issuer },
    { kind: 'unlinked', unlinked: [] },
  ],
  [
    ...([
      'no provider',
      rania,
      { link: null },
      { issuer: '', unlinked_identities: [tried] },
    ] as const),
    { kind: 'no-provider' },
  ],
  [...(['a server without links', rania, {}, { issuer: '' }] as const), { kind: 'no-provider' }],
])('the form of a user shows %s', async (_, user, answer, settings, shown) => {
  const { state } = await show(user, { [`GET ${path}`]: answer, [settingsCall]: settings })
  expect(state).toEqual(shown)
})

test('a user without an organization has no provider, and none is asked for', async () => {
  const { calls, state } = await show(
    { ...rania, organization_id: null },
    { [`GET ${path}`]: { link: null } },
  )
  expect(state).toEqual({ kind: 'no-provider' })
  expect(new Set(calls.made.map(({ call }) => call))).toEqual(new Set([`GET ${path}`]))
})

test('nothing is asked while no form is open', async () => {
  const calls = stubCalls()
  stop = await open(userLink.$resource)
  expect(userLink.$resource.get()).toMatchObject({
    data: { user: undefined, state: { kind: 'no-provider' } },
  })
  expect(calls.made).toEqual([])
})

test('a form that closes takes its user and its problem with it', async () => {
  stubCalls({ [`GET ${path}`]: { link } })
  const close = openUserLink(rania)
  await linkByHand(formOf({ subject: '' }), rania)
  expect(shownNotices()).toHaveLength(1)
  close()
  expect(shownNotices()).toEqual([])
  await userLink.reload()
  expect(userLink.$resource.get()).toMatchObject({ data: { user: undefined } })
})

test('the end of a session closes the form', async () => {
  stubCalls({ [`GET ${path}`]: { link } })
  openUserLink(rania)
  forgetSession()
  await userLink.reload()
  expect(userLink.$resource.get()).toMatchObject({ data: { user: undefined } })
})

test('a user is linked to the subject without the space around it', async () => {
  const { calls } = await show(rania, {
    [`GET ${path}`]: { link },
    [`POST ${path}`]: { success: true },
  })
  const before = calls.count(`GET ${path}`)
  expect(await linkByHand(formOf({ subject: ' xyz ' }), rania)).toEqual({ status: 'done' })
  expect(calls.changes()).toEqual([{ call: `POST ${path}`, input: { subject: 'xyz' } }])
  expect(shownNotices()).toEqual([`success: ${messages.linked(named)}`])
  expect(calls.count(`GET ${path}`)).toBe(before + 1)
})

test('a user is not linked without a subject', async () => {
  const calls = stubCalls()
  expect(await linkByHand(formOf({ subject: ' ' }), rania)).toEqual({
    status: 'invalid',
    fields: [{ field: 'subject', code: 'missing', params: {} }],
  })
  expect(calls.made).toEqual([])
  expect(shownNotices()).toEqual([`problem: ${messages.missing}`])
})

test('a refused link is said at the field, and the words go with the next attempt', async () => {
  const fields = [{ field: 'subject', code: 'subject_taken', params: {} }]
  stubCalls({ [`POST ${path}`]: refusal('Another user is linked to it', 409, { fields }) })
  const form = formOf({ subject: 'xyz' })
  expect(await linkByHand(form, rania)).toEqual({ status: 'invalid', fields })
  expect(shownNotices()).toEqual([`problem: ${messages.linkFailed}Another user is linked to it`])
  const again = linkByHand(form, rania)
  expect(shownNotices()).toEqual([])
  await again
})

test('a lost connection is said without words of a server', async () => {
  stubCalls({ [`POST ${path}`]: () => Promise.reject(new TypeError('Failed to fetch')) })
  expect(await linkByHand(formOf({ subject: 'xyz' }), rania)).toEqual({ status: 'failed' })
  expect(shownNotices()).toEqual([`problem: ${messages.linkFailed}${messages.unknownError}`])
})

test('a user is unlinked after a question', async () => {
  const { calls } = await show(rania, {
    [`GET ${path}`]: { link },
    [`DELETE ${path}`]: { success: true },
  })
  const before = calls.count(`GET ${path}`)
  const questions = answerQuestions(true)
  await unlink({ ...rania, full_name: '' })
  questions.stop()
  expect(questions.asked).toEqual([
    { text: messages.unlinkQuestion({ name: 'rania' }), action: messages.unlink },
  ])
  expect(calls.changes()).toEqual([{ call: `DELETE ${path}`, input: undefined }])
  expect(shownNotices()).toEqual([`success: ${messages.unlinked({ name: 'rania' })}`])
  expect(calls.count(`GET ${path}`)).toBe(before + 1)
})

test('a user stays linked when the question is declined, without an earlier problem', async () => {
  const calls = stubCalls()
  await linkByHand(formOf({}), rania)
  const questions = answerQuestions(false)
  await unlink(rania)
  questions.stop()
  expect(calls.made).toEqual([])
  expect(shownNotices()).toEqual([])
})

test('a user who is not unlinked stays shown as linked', async () => {
  const calls = stubCalls({ [`DELETE ${path}`]: refusal('Not now') })
  const questions = answerQuestions(true)
  await unlink(rania)
  questions.stop()
  expect(shownNotices()).toEqual([`problem: ${messages.unlinkFailed}Not now`])
  expect(calls.made).toHaveLength(1)
})
