import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { organizationUser } from '../../../contract/users/list-own-users.ts'
import { forgetSession, forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { awaitedUsers } from '../../../src/lib/files/import.ts'
import { resetFactors, setActive } from '../../../src/lib/people/own-user.ts'
import { mostInvitees, parseInvitees } from '../../../src/lib/people/parse-invitees.ts'
import {
  $foundUsers,
  $peopleFilter,
  people,
  proposeDomain,
  stateOf,
} from '../../../src/lib/people/people.ts'
import { peopleInvite } from '../../../src/lib/people/people-invite.ts'
import { $ownUserWords } from '../../../src/lib/people/words/own-user.words.yaml'
import { $peopleWords } from '../../../src/lib/people/words/people.words.yaml'
import { $peopleInviteWords } from '../../../src/lib/people/words/people-invite.words.yaml'
import {
  answerQuestion,
  formOf,
  openData,
  saidNotices,
} from '../../support/browser/screen-state.ts'
import { type Answers, refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const words = $ownUserWords.get()
const domainWords = $peopleWords.get()
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

const wordsPeopleInvite = $peopleInviteWords.get()
const path = 'POST /api/organization/users/invite'
const sami = 'Sami, sami@cedar.example'

/** The list, which is loaded again. */
const listsPeopleInvite = { 'GET /api/organization': {}, 'GET /api/organization/users': [] }

/** Each line with what would become of it, and why. */
function judged() {
  return peopleInvite.$import
    .get()
    .lines.map(({ row, outcome, reason }) => [row.line, outcome, reason])
}

/** The bodies of the calls. */
const sent = () => server.made().flatMap(([call, body]) => (call === path ? [body] : []))

test('lines are judged in a dry run, and only complete ones are sent', async () => {
  const rows = [
    { line: 4, outcome: 'exists', id: '1' },
    { line: 1, outcome: 'invited' },
    { line: 77, outcome: 'invited' },
    { line: 5, outcome: 'exists', id: '2', may_be_invited: true },
  ]
  server.answer({ [path]: { rows } })
  await peopleInvite.readText(
    `${sami}\nOnly A Name\nonly@cedar.example\nRania, rania@cedar.example\nAli, ali@cedar.example\n${sami}`,
  )
  expect(peopleInvite.$import.get().status).toBe('checked')
  expect(judged()).toEqual([
    [1, 'new', ''],
    [2, 'invalid', wordsPeopleInvite.noEmail],
    [3, 'invalid', wordsPeopleInvite.noName],
    [4, 'unchanged', wordsPeopleInvite.exists],
    [5, 'unchanged', wordsPeopleInvite.waits],
    [6, 'new', ''],
  ])
  expect(awaitedUsers(peopleInvite.$import.get().lines)).toEqual([{ id: '2', at: 4 }])
  expect(sent()).toEqual([
    {
      dry_run: true,
      rows: [
        { line: 1, email: 'sami@cedar.example', full_name: 'Sami' },
        { line: 4, email: 'rania@cedar.example', full_name: 'Rania' },
        { line: 5, email: 'ali@cedar.example', full_name: 'Ali' },
        { line: 6, email: 'sami@cedar.example', full_name: 'Sami' },
      ],
    },
  ])
  const again = 'POST /api/organization/users/2/invitation'
  server.answer({ [again]: { success: true }, ...listsPeopleInvite })
  await peopleInvite.inviteWaiting()
  expect(server.made()).toContainEqual([again])
  expect(awaitedUsers(peopleInvite.$import.get().lines)).toEqual([])
})

test('the invitations are sent after the dry run, with the departments of a table', async () => {
  server.answer({
    [path]: { rows: [{ line: 2, outcome: 'invited', id: '9' }] },
    ...listsPeopleInvite,
  })
  await peopleInvite.readText(
    'No.,Name,E-mail,Department,Role\n1,Sami,sami@cedar.example,IT,team_lead',
  )
  expect(peopleInvite.$import.get().unread).toEqual(['No.', 'Role'])
  await peopleInvite.run()
  expect(peopleInvite.$import.get().status).toBe('done')
  const row = { line: 2, email: 'sami@cedar.example', full_name: 'Sami', department: 'IT' }
  expect(sent()).toEqual([
    { dry_run: true, rows: [row] },
    { dry_run: false, rows: [row] },
  ])
})

const problem = { detail: 'The server says why', code: 'domain_not_approved', params: {} }
const email = { field: 'email', code: 'not_an_email', params: {} }

test.each([
  ['words of the server', { ...problem, fields: [] }, /^The server says why$/],
  ['words of the field', { ...problem, code: 'invalid_input', fields: [email] }, /^Email: .*email/],
])('a rejected line is explained in %s', async (_, why, reason) => {
  server.answer({ [path]: { rows: [{ line: 1, outcome: 'rejected', problem: why }] } })
  await peopleInvite.readText(sami)
  expect(judged()).toEqual([[1, 'invalid', expect.stringMatching(reason)]])
})

test.each([
  ['Name,Department\nSami,IT', wordsPeopleInvite.noEmailColumn],
  ['Email\nsami@cedar.example', wordsPeopleInvite.noNameColumn],
  [Array.from({ length: 1001 }, () => sami).join('\n'), wordsPeopleInvite.tooMany({ max: 1000 })],
])('what cannot be read as a whole is not sent, and the reason is said', async (text, reason) => {
  server.answer({})
  await peopleInvite.readText(text)
  expect(peopleInvite.$import.get()).toMatchObject({ status: 'choosing', problem: reason })
  expect(server.made()).toEqual([])
})

const raniaParseInvitees = { full_name: 'Rania Haddad', email: 'rania@firm.example' }

function rowsOf(text: string) {
  const parsed = parseInvitees(text)
  if ('code' in parsed) throw new Error(parsed.code)
  return parsed.rows
}

test.each([
  'Rania Haddad, rania@firm.example',
  '"Rania Haddad" <rania@firm.example>;',
  '"Rania Haddad", rania@firm.example',
  'Rania Haddad rania@firm.example',
  'rania@firm.example  Rania  Haddad',
])('reads the name and the address of %j', (text) => {
  expect(rowsOf(text)).toEqual([{ line: 1, text: expect.any(String), ...raniaParseInvitees }])
})

test.each([
  ['"Haddad, Rania", rania@firm.example', 'Haddad, Rania'],
  ['"Haddad, Rania" <rania@firm.example>', 'Haddad, Rania'],
])('keeps the comma in the name of %j', (text, full_name) => {
  expect(rowsOf(text)).toMatchObject([{ full_name, email: raniaParseInvitees.email }])
})

test('reads each person of an address field', () => {
  const omar = { full_name: 'Omar', email: 'omar@firm.example' }
  for (const text of [
    'Rania Haddad <rania@firm.example>; Omar <omar@firm.example>',
    'Rania Haddad <rania@firm.example>, "Omar" <omar@firm.example>',
    'Rania Haddad, rania@firm.example; Omar, omar@firm.example;',
    'Rania Haddad, rania@firm.example\n\nomar@firm.example, Omar\n',
  ]) {
    expect(rowsOf(text), text).toMatchObject([
      { line: 1, ...raniaParseInvitees },
      { line: 2, ...omar },
    ])
  }
})

test.each([
  ['1, Rania, Haddad, rania@firm.example', 'unclear'],
  ['Rania, rania@firm.example, omar@firm.example', 'severalEmails'],
  ['Rania Haddad', 'noEmail'],
  ['rania@firm.example', 'noName'],
  ['<rania@firm.example>', 'noName'],
])('reads no person where %j could be several things', (text, fault) => {
  expect(rowsOf(text).find((row) => row.fault !== undefined)).toMatchObject({ fault })
})

test('reads a table by its columns, in any order, and names those that it leaves out', () => {
  const parsed = parseInvitees(
    'No.\tFirst\tLast\tE-mail\tDepartment\tRole\n1\tRania\tHaddad\trania@firm.example\tAccounts\tteam_lead\n2\t\t\tomar@firm.example\t\t\n3\tSami\tOdeh\t\t\t\n',
  )
  expect(parsed).toEqual({
    rows: [
      { line: 2, ...raniaParseInvitees, department: 'Accounts' },
      { line: 3, full_name: '', email: 'omar@firm.example', fault: 'noName' },
      { line: 4, full_name: 'Sami Odeh', email: '', fault: 'noEmail' },
    ],
    unread: ['No.', 'Role'],
  })
  const arabic = 'البريد الإلكتروني,الاسم\nrania@firm.example,"حداد, رانيا"'
  expect(rowsOf(arabic)).toMatchObject([
    { full_name: 'حداد, رانيا', email: raniaParseInvitees.email },
  ])
  expect(rowsOf(`sep=;\nName;Email\n"Haddad; Rania";${raniaParseInvitees.email}`)).toMatchObject([
    { full_name: 'Haddad; Rania' },
  ])
})

test('says what is wrong with a table', () => {
  expect(parseInvitees('Name,Department\nRania,Accounts')).toEqual({ code: 'noEmail' })
  expect(parseInvitees('Email,Department\nrania@firm.example,x')).toEqual({ code: 'noName' })
  expect(parseInvitees('Name,Email,Password\nR,r@firm.example,x')).toMatchObject({
    code: 'passwordColumn',
  })
  expect(parseInvitees('Name,Email\n"R,r@firm.example')).toMatchObject({ code: 'brokenQuotes' })
  expect(parseInvitees(' \n')).toEqual({ code: 'empty' })
  const many = Array.from({ length: mostInvitees + 1 }, (_, index) => `P, p${index}@firm.example`)
  expect(parseInvitees(many.join('\n'))).toEqual({ code: 'tooManyRows' })
})
