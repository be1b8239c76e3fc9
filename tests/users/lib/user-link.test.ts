import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { user as userField } from '../../../contract/users/user.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $formWords } from '../../../src/lib/core/words/form.words.yaml'
import { linkByHand, openUserLink, unlink, userLink } from '../../../src/lib/users/user-link.ts'
import { $userLinkWords } from '../../../src/lib/users/words/user-link.words.yaml'
import {
  answerQuestions,
  formOf,
  openData,
  saidNotices,
} from '../../support/browser/screen-state.ts'
import {
  type Answers,
  breakConnection,
  refusal,
  withStubbedServer,
} from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const words = $userLinkWords.get()
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

afterEach(forgetSession)

/** @returns what the form shows, once it is loaded */
async function show(user: typeof rania, answers: Answers) {
  server.answer(answers)
  openUserLink(user)
  await openData(userLink.$resource)
  const shown = userLink.$resource.get()
  return shown.status === 'loaded' ? shown.data.state : shown.status
}

test.each([
  ['a link', rania, { link }, {}, { kind: 'linked', link }],
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
  const state = await show(user, { [`GET ${path}`]: answer, [settingsCall]: settings })
  expect(state).toEqual(shown)
})

test('a user without an organization has no provider, and none is asked for', async () => {
  const state = await show({ ...rania, organization_id: null }, { [`GET ${path}`]: { link: null } })
  expect(state).toEqual({ kind: 'no-provider' })
  expect(new Set(server.names())).toEqual(new Set([`GET ${path}`]))
})

test('nothing is asked while no form is open', async () => {
  await openData(userLink.$resource)
  expect(userLink.$resource.get()).toMatchObject({
    data: { user: undefined, state: { kind: 'no-provider' } },
  })
  expect(server.made()).toEqual([])
})

test('a form that closes takes its user and its problem with it', async () => {
  server.answer({ [`GET ${path}`]: { link } })
  const close = openUserLink(rania)
  await linkByHand(formOf({ subject: '' }), rania)
  expect(saidNotices()).toHaveLength(1)
  close()
  expect(saidNotices()).toEqual([])
  await userLink.reload()
  expect(userLink.$resource.get()).toMatchObject({ data: { user: undefined } })
})

test('the end of a session closes the form', async () => {
  server.answer({ [`GET ${path}`]: { link } })
  openUserLink(rania)
  forgetSession()
  await userLink.reload()
  expect(userLink.$resource.get()).toMatchObject({ data: { user: undefined } })
})

test('a user is linked to the subject without the space around it', async () => {
  await show(rania, {
    [`GET ${path}`]: { link },
    [`POST ${path}`]: { success: true },
  })
  const before = server.inputs(`GET ${path}`).length
  expect(await linkByHand(formOf({ subject: ' xyz ' }), rania)).toEqual({ status: 'done' })
  expect(server.changes()).toEqual([[`POST ${path}`, { subject: 'xyz' }]])
  expect(saidNotices()).toEqual([`success: ${words.linked(named)}`])
  expect(server.inputs(`GET ${path}`)).toHaveLength(before + 1)
})

test('a user is not linked without a subject', async () => {
  expect(await linkByHand(formOf({ subject: ' ' }), rania)).toEqual({
    status: 'invalid',
    fields: [{ field: 'subject', code: 'missing', params: {} }],
  })
  expect(server.made()).toEqual([])
  expect(saidNotices()).toEqual([`problem: ${words.missing}`])
})

test('a refused link is said at the field, and the words go with the next attempt', async () => {
  const fields = [{ field: 'subject', code: 'subject_taken', params: {} }]
  server.answer({
    [`POST ${path}`]: refusal('Another user is linked to it', { status: 409, fields }),
  })
  const form = formOf({ subject: 'xyz' })
  expect(await linkByHand(form, rania)).toEqual({ status: 'invalid', fields })
  expect(saidNotices()).toEqual([`problem: ${words.linkFailed}Another user is linked to it`])
  const again = linkByHand(form, rania)
  expect(saidNotices()).toEqual([])
  await again
})

test('a lost connection is said without words of a server', async () => {
  server.answer({ [`POST ${path}`]: breakConnection })
  expect(await linkByHand(formOf({ subject: 'xyz' }), rania)).toEqual({ status: 'failed' })
  expect(saidNotices()).toEqual([`problem: ${words.linkFailed}${$formWords.get().unknownError}`])
})

test('a user is unlinked after a question', async () => {
  await show(rania, {
    [`GET ${path}`]: { link },
    [`DELETE ${path}`]: { success: true },
  })
  const before = server.inputs(`GET ${path}`).length
  const questions = answerQuestions(true)
  await unlink({ ...rania, full_name: '' })
  expect(questions).toEqual([
    { text: words.unlinkQuestion({ name: 'rania' }), action: words.unlink },
  ])
  expect(server.changes()).toEqual([[`DELETE ${path}`]])
  expect(saidNotices()).toEqual([`success: ${words.unlinked({ name: 'rania' })}`])
  expect(server.inputs(`GET ${path}`)).toHaveLength(before + 1)
})

test('a user stays linked when the question is declined, without an earlier problem', async () => {
  await linkByHand(formOf({}), rania)
  answerQuestions(false)
  await unlink(rania)
  expect(server.made()).toEqual([])
  expect(saidNotices()).toEqual([])
})

test('a user who is not unlinked stays shown as linked', async () => {
  server.answer({ [`DELETE ${path}`]: refusal('Not now') })
  answerQuestions(true)
  await unlink(rania)
  expect(saidNotices()).toEqual([`problem: ${words.unlinkFailed}Not now`])
  expect(server.made()).toHaveLength(1)
})
