import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  $accountDataRunning,
  askForErasure,
  downloadData,
} from '../../../src/lib/account/account-data.ts'
import { $accountDataWords } from '../../../src/lib/account/words/account-data.words.yaml'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $session, enterSession, signOut } from '../../../src/lib/sign-in/session.ts'
import {
  answerQuestion,
  catchFiles,
  saidNotices,
  untilStore,
} from '../../support/browser/screen-state.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'
import { userExample } from '../../support/worlds/answers.ts'

const server = withStubbedServer()
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
