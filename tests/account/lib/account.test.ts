import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { $accountDetails } from '../../../src/lib/account/account.ts'
import {
  $accountDataRunning,
  askForErasure,
  downloadData,
} from '../../../src/lib/account/account-data.ts'
import { changePassword } from '../../../src/lib/account/account-password.ts'
import {
  $endedSessions,
  accountSessions,
  endOtherSessions,
  endSession,
  nameOfSession,
} from '../../../src/lib/account/account-sessions.ts'
import { $accountDataWords } from '../../../src/lib/account/words/account-data.words.yaml'
import { $accountPasswordWords } from '../../../src/lib/account/words/account-password.words.yaml'
import { $accountSessionsWords } from '../../../src/lib/account/words/account-sessions.words.yaml'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $session, enterSession, signOut } from '../../../src/lib/sign-in/session.ts'
import { catchFiles } from '../../support/browser/saved-files.ts'
import {
  answerQuestion,
  formOf,
  openData,
  saidNotices,
  untilStore,
} from '../../support/browser/screen-state.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'
import { userExample } from '../../support/worlds/examples.ts'

const server = withStubbedServer()

describe('details and sessions', () => {
  const words = $accountPasswordWords.get()

  const sessionWords = $accountSessionsWords.get()

  const own = {
    full_name: 'Rania',
    email: 'r@cedar.example',
    phone: '',
    organization_name: 'Cedar',
  }

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
})

describe('own data', () => {
  const words = $accountDataWords.get()

  const download = 'POST /api/account/data'

  const erase = 'POST /api/account/erasure'

  const data = { exported_at: '2026-03-02T09:30:00.000Z', flags: ['a'] }

  let saved: ReturnType<typeof catchFiles>

  beforeEach(() => {
    saved = catchFiles()
  })

  afterEach(() => {
    forgetSession()
    vi.restoreAllMocks()
  })

  test('the data of a user is saved as readable JSON', async () => {
    server.answer({ [download]: data })
    const blobs = vi.spyOn(URL, 'createObjectURL')
    const downloading = downloadData()
    expect($accountDataRunning.get()).toBe('download')
    await downloading
    expect($accountDataRunning.get()).toBeUndefined()
    expect(server.made()).toEqual([[download]])
    expect(await saved()).toEqual({ 'account.json': JSON.stringify(data, null, 2) })
    expect(blobs.mock.calls).toEqual([[expect.objectContaining({ type: 'application/json' })]])
  })

  test.each([
    ['../rania  k', '..-rania-k.json'],
    ['رانيا', 'رانيا.json'],
  ])('the file of the user %s is called %s', async (username, file) => {
    const stop = $session.listen(() => undefined)
    server.answer({
      [download]: data,
      'GET /api/auth/me': { ...userExample, username },
      'POST /api/auth/logout': { success: true },
    })
    await enterSession({ access_token: 'token', user_role: 'employee' })
    await downloadData()
    expect(Object.keys(await saved())).toEqual([file])
    signOut()
    stop()
  })

  test('erasure is asked for after a question', async () => {
    server.answer({ [erase]: { success: true } })
    const declined = askForErasure()
    const { erasureQuestion: text, erasureAction: action } = words
    expect(await answerQuestion(false)).toEqual({ text, action })
    await declined
    expect(server.made()).toEqual([])
    const agreed = askForErasure()
    await answerQuestion(true)
    await untilStore($accountDataRunning, (running) => running === 'erasure')
    await agreed
    expect(server.made()).toEqual([[erase]])
    expect(saidNotices()).toEqual([`success: ${words.erasureAsked}`])
  })
})
