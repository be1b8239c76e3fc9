import { afterEach, expect, test } from 'vitest'
import { $accountDetails } from '../../../src/lib/account/account.ts'
import { changePassword } from '../../../src/lib/account/account-password.ts'
import {
  $endedSessions,
  accountSessions,
  endOtherSessions,
  endSession,
  nameOfSession,
} from '../../../src/lib/account/account-sessions.ts'
import { $accountPasswordWords } from '../../../src/lib/account/words/account-password.words.yaml'
import { $accountSessionsWords } from '../../../src/lib/account/words/account-sessions.words.yaml'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $session, enterSession, signOut } from '../../../src/lib/sign-in/session.ts'
import { formOf, openData, saidNotices } from '../../support/browser/screen-state.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'
import { userExample } from '../../support/worlds/answers.ts'

const server = withStubbedServer()
const words = $accountPasswordWords.get()
const sessionWords = $accountSessionsWords.get()
const own = { full_name: 'Rania', email: 'r@cedar.example', phone: '', organization_name: 'Cedar' }
const typed = { current_password: ' old password ', password: ' new password ' }

afterEach(forgetSession)

test('the account lists what is known of the user, and nothing when no user is signed in', async () => {
  const stop = $session.listen(() => undefined)
  expect($accountDetails.get()).toEqual([])
  server.answer({
    'GET /api/auth/me': { ...userExample, ...own },
    'POST /api/auth/logout': { success: true },
  })
  await enterSession({ access_token: 'token', user_role: 'employee' })
  expect($accountDetails.get()).toEqual([
    { name: 'full_name', value: 'Rania' },
    { name: 'username', value: userExample.username },
    { name: 'email', value: 'r@cedar.example' },
    { name: 'organization_name', value: 'Cedar' },
  ])
  signOut()
  stop()
})

test('a new password is sent as it was typed, and the end of other sessions is said', async () => {
  server.answer({ 'POST /api/account/password': { success: true } })
  expect(await changePassword(formOf(typed))).toEqual({ status: 'done' })
  expect(server.made()).toEqual([['POST /api/account/password', typed]])
  expect(saidNotices()).toEqual([`success: ${words.changed}`])
})

test('an empty password form marks both fields and sends nothing', async () => {
  const fields = ['current_password', 'password'].map((field) => ({
    ...{ field, code: 'missing', params: {} },
  }))
  expect(await changePassword(formOf({}))).toEqual({ status: 'invalid', fields })
  expect(saidNotices()).toEqual([`problem: ${words.missing}`])
  expect(server.made()).toEqual([])
})

const session = {
  id: 's1',
  browser: 'Firefox',
  system: 'Windows',
  address: '192.0.2.7',
  created_at: '2026-03-02T08:00:00.000Z',
  last_used_at: '2026-03-02T09:30:00.000Z',
  scope: 'site' as const,
  is_current: false,
}
const list = 'GET /api/account/sessions'

test.each([
  ['one session', 's1', `DELETE /api/account/sessions/s1`, sessionWords.ended, endSession],
  [
    'all other sessions',
    'all others',
    'DELETE /api/account/sessions',
    sessionWords.othersEnded,
    endOtherSessions,
  ],
])(
  'the end of %s is sent once, is marked meanwhile, and loads the list again',
  async (_, id, call, said, end) => {
    const answer = Promise.withResolvers<unknown>()
    server.answer({ [list]: { sessions: [session] }, [call]: () => answer.promise })
    await openData(accountSessions.$resource)
    expect(accountSessions.$resource.get()).toMatchObject({ data: [session] })
    const ending = end(session)
    expect([...$endedSessions.get()]).toEqual([id])
    const again = end(session)
    answer.resolve({ success: true })
    await Promise.all([ending, again])
    expect(server.made()).toEqual([[list], [call], [list]])
    expect(saidNotices()).toEqual([`success: ${said}`])
    expect([...$endedSessions.get()]).toEqual([])
  },
)

test.each([
  [{}, 'Firefox on Windows'],
  [{ system: '' }, 'Firefox'],
  [{ browser: '' }, 'Windows'],
  [{ browser: '', system: '' }, sessionWords.unknownBrowser],
  [{ scope: 'extension' as const }, 'Extension in Firefox on Windows'],
])('a session with %j is called %s', (changed, name) => {
  expect(nameOfSession({ ...session, ...changed })).toBe(name)
})
