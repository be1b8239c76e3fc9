import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { user as userField } from '../../../contract/users/user.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { resetFactors } from '../../../src/lib/users/user-removal.ts'
import { $factorsResetWords } from '../../../src/lib/users/words/factors-reset.words.yaml'
import { answerQuestions, saidNotices } from '../../support/browser/screen-state.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'
import { adminLists } from '../../support/worlds/admin-lists.ts'

const server = withStubbedServer()
const words = $factorsResetWords.get()
const user = v.parse(userField, {
  id: '7',
  full_name: 'Rania Haddad',
  username: 'rania',
  email: 'rania@cedar.example',
})

afterEach(forgetSession)

const reset = 'POST /api/admin/users/7/factors/reset'

test('another word in place of the asked one keeps the second factors', async () => {
  answerQuestions('reset')
  expect(await resetFactors(user)).toBe(false)
  expect(server.made()).toEqual([])
  expect(saidNotices()).toEqual([`problem: ${words.cancelled({ word: 'RESET' })}`])
})

test.each([
  ['Rania Haddad', user],
  ['rania', { ...user, full_name: '' }],
])('the question names %s, and the word removes the second factors', async (name, asked) => {
  server.answer({ ...adminLists, [reset]: { success: true } })
  const questions = answerQuestions('RESET')
  expect(await resetFactors(asked)).toBe(true)
  expect(questions).toEqual([
    {
      text: words.question({ name, email: 'rania@cedar.example' }),
      label: words.label({ word: 'RESET' }),
      action: words.action,
    },
  ])
  expect(server.made()[0]).toEqual([reset])
  expect(server.changes()).toHaveLength(1)
  expect(server.made()).toContainEqual(['GET /api/admin/users', { sort: 'name', limit: '50' }])
  expect(saidNotices()).toEqual([`success: ${words.done({ name })}`])
})
