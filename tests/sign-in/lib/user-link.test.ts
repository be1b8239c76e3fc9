import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { user as userField } from '../../../contract/users/user.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { linkByHand, openUserLink, unlink, userLink } from '../../../src/lib/sign-in/user-link.ts'
import { $userLinkWords } from '../../../src/lib/sign-in/words/user-link.words.yaml'
import {
  answerQuestions,
  formOf,
  openData,
  saidNotices,
} from '../../support/browser/screen-state.ts'
import { type Answers, refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const words = $userLinkWords.get()
const rania = v.parse(userField, {
  ...{ id: 7, username: 'rania', full_name: 'Rania Haddad', organization_id: 'o1' },
})
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

test('a user stays linked when the question is declined', async () => {
  answerQuestions(false)
  await unlink(rania)
  expect(server.made()).toEqual([])
})
test('a user who is not unlinked stays shown as linked', async () => {
  server.answer({ [`DELETE ${path}`]: refusal('Not now') })
  answerQuestions(true)
  await unlink(rania)
  expect(saidNotices()).toEqual([`problem: ${words.unlinkFailed}Not now`])
  expect(server.made()).toHaveLength(1)
})
