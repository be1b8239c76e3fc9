import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { organizationUser } from '../../../contract/users/list-own-users.ts'
import { forgetSession, forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { resetFactors, setActive } from '../../../src/lib/people/own-user.ts'
import {
  $foundUsers,
  $peopleFilter,
  people,
  proposeDomain,
  stateOf,
} from '../../../src/lib/people/people.ts'
import { $ownUserWords } from '../../../src/lib/people/words/own-user.words.yaml'
import { $peopleDomainsWords } from '../../../src/lib/people/words/people-domains.words.yaml'
import {
  answerQuestion,
  formOf,
  openData,
  saidNotices,
} from '../../support/browser/screen-state.ts'
import { type Answers, refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const words = $ownUserWords.get()
const domainWords = $peopleDomainsWords.get()
const person = (fields: object) => v.parse(organizationUser, { email: '', ...fields })
const rania = person({ id: '1', full_name: 'Rania', email: 'rania@cedar.example' })
const omar = person({ id: '2', username: 'omar', is_active: false })
const adam = person({ id: '3', full_name: 'Adam', username: 'a.k', may_be_invited: true })
const own = { name: 'Cedar', domains: ['cedar.example'], proposed_domains: [], invitations_left: 9 }
const users = '/api/organization/users'
const lists = [['GET /api/organization'], [`GET ${users}`, { limit: '500' }]]
const answers = {
  'GET /api/organization': own,
  [`GET ${users}`]: [rania, omar, adam],
  [`POST ${users}/1/invitation`]: { success: true },
  [`DELETE ${users}/1/invitation`]: { success: true },
  [`POST ${users}/1/factors/reset`]: { success: true },
  [`POST ${users}/status`]: { changed: 1 },
  'POST /api/organization/domains': { success: true },
}

afterEach(() => {
  forgetSession()
  forgetUser()
})

/** Loads the list. */
async function open(given: Answers = {}) {
  server.answer({ ...answers, ...given })
  await openData(people.$resource)
  expect(server.made()).toEqual(lists)
  server.forgetCalls()
}

test.each([
  [{ is_active: false, may_be_invited: true }, 'inactive'],
  [{}, 'active'],
  [{ may_be_invited: true }, 'notInvited'],
  [{ may_be_invited: true, invitation_expires_at: '2126-01-01T00:00:00Z' }, 'invited'],
  [{ may_be_invited: true, invitation_expires_at: '2016-01-01T00:00:00Z' }, 'invitationOver'],
])('a user with %j counts as %s', (fields, state) => {
  expect(stateOf(person({ id: '1', ...fields }))).toBe(state)
})

test.each([
  [{}, ['3', '1', '2']],
  [{ search: ' RANIA@ ' }, ['1']],
  [{ search: 'omar' }, ['2']],
  [{ search: 'adam\na.k' }, ['3']],
  [{ state: 'active' }, ['1']],
  [{ state: 'notInvited', search: 'a' }, ['3']],
])('the filter %j finds these people by name: %j', async (filter, ids) => {
  await open({ [`GET ${users}`]: [rania, { ...omar, email: 'z@cedar.example' }, adam] })
  $peopleFilter.set({ search: '', state: '', ...filter })
  const stop = $foundUsers.listen(() => undefined)
  expect($foundUsers.get().map(({ id }) => id)).toEqual(ids)
  stop()
  forgetUser()
  expect($peopleFilter.get()).toEqual({ search: '', state: '' })
})

const name = 'Rania'
const status = `POST ${users}/status`

test.each([
  [
    'activated',
    () => setActive(rania, true),
    { text: words.activateQuestion({ name }), action: words.activate },
    [status, { ids: ['1'], is_active: true }],
    words.activated({ name }),
  ],
  [
    'deactivated',
    () => setActive(rania, false),
    { text: words.deactivateQuestion({ name }), action: words.deactivate },
    [status, { ids: ['1'], is_active: false }],
    words.deactivated({ name }),
  ],
  [
    'freed of second factors',
    () => resetFactors(rania),
    { text: words.resetQuestion({ name }), action: words.reset },
    [`POST ${users}/1/factors/reset`],
    words.wasReset({ name }),
  ],
])(
  'a user is %s after a question, and stays as before when it is declined',
  async (_, act, question, call, said) => {
    await open()
    const declined = act()
    expect(await answerQuestion(false)).toEqual(question)
    expect(await declined).toBe(false)
    expect(server.made()).toEqual([])
    const agreed = act()
    await answerQuestion(true)
    expect(await agreed).toBe(true)
    expect(server.made()).toEqual([call, ...lists])
    expect(saidNotices()).toEqual([`success: ${said}`])
  },
)

test('a domain is proposed as it was typed, without spaces around it', async () => {
  await open()
  expect(await proposeDomain(formOf({ domain: ' oak.example ' }))).toEqual({ status: 'done' })
  const propose = ['POST /api/organization/domains', { domain: 'oak.example' }]
  expect(server.made()).toEqual([propose, ...lists])
  expect(saidNotices()).toEqual([`success: ${domainWords.proposed({ domain: 'oak.example' })}`])
})

test('a domain that is empty or refused is marked', async () => {
  const taken = refusal('It is taken', { field: 'domain' })
  server.answer({ 'POST /api/organization/domains': taken })
  const marked = { status: 'invalid', fields: [{ field: 'domain' }] }
  expect(await proposeDomain(formOf({ domain: ' ' }))).toMatchObject(marked)
  expect(saidNotices()).toEqual([`problem: ${domainWords.domainMissing}`])
  expect(server.made()).toEqual([])
  const refused = proposeDomain(formOf({ domain: 'oak.example' }))
  expect(saidNotices()).toEqual([])
  expect(await refused).toMatchObject(marked)
  expect(saidNotices()).toEqual([`problem: ${domainWords.proposeFailed}It is taken`])
})
