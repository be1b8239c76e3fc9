import { afterEach, expect, test } from 'vitest'
import { forgetSession, forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { $waitingUsers, peopleInvite } from '../../../src/lib/people/people-invite.ts'
import { $peopleInviteWords } from '../../../src/lib/people/words/people-invite.words.yaml'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const words = $peopleInviteWords.get()
const path = 'POST /api/organization/users/invite'
const sami = 'Sami, sami@cedar.example'

afterEach(() => {
  forgetSession()
  forgetUser()
})

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
    [2, 'invalid', words.noEmail],
    [3, 'invalid', words.noName],
    [4, 'unchanged', words.exists],
    [5, 'unchanged', words.waits],
    [6, 'new', ''],
  ])
  expect([...$waitingUsers.get()]).toEqual([[5, '2']])
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
  server.answer({ [path]: { rows: [] } })
  await peopleInvite.readText(sami)
  expect([...$waitingUsers.get()]).toEqual([])
})

test('the invitations are sent after the dry run, with the departments of a table', async () => {
  server.answer({
    [path]: { rows: [{ line: 2, outcome: 'invited', id: '9' }] },
    // The list is loaded again.
    'GET /api/organization': {},
    'GET /api/organization/users': [],
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
  ['Name,Department\nSami,IT', words.noEmailColumn],
  ['Email\nsami@cedar.example', words.noNameColumn],
  [Array.from({ length: 1001 }, () => sami).join('\n'), words.tooMany({ max: 1000 })],
])('what cannot be read as a whole is not sent, and the reason is said', async (text, reason) => {
  server.answer({})
  await peopleInvite.readText(text)
  expect(peopleInvite.$import.get()).toMatchObject({ status: 'choosing', problem: reason })
  expect(server.made()).toEqual([])
})
