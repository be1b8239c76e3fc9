import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { showSignInSettingsEndpoint } from '../../../contract/sign-in/sign-in-settings.ts'
import { adminDashboard } from '../../../src/lib/admin/admin.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { openSignIn } from '../../../src/lib/sign-in/organization-sign-in.ts'
import {
  breakGlassChoice,
  saveSingleSignOn,
  searchBreakGlassUsers,
  singleSignOnSettings,
} from '../../../src/lib/sign-in/single-sign-on-settings.ts'
import { $singleSignOnSettingsWords } from '../../../src/lib/sign-in/words/single-sign-on-settings.words.yaml'
import { formOf, openData, saidNotices } from '../../support/browser/screen-state.ts'
import { type Answers, withStubbedServer } from '../../support/server/stubbed-server.ts'
import { adminLists } from '../../support/worlds/answers.ts'

const server = withStubbedServer()
const words = $singleSignOnSettingsWords.get()
const path = '/api/admin/organizations/o1/sign-in'
const [list, save, check] = [`GET ${path}`, `POST ${path}`, `POST ${path}/check`]
const issuer = 'https://login.clinic.example'
const shown = v.parse(showSignInSettingsEndpoint.output, {
  issuer,
  mode: 'optional',
  has_secret: true,
})
const typed = { mode: 'only', issuer: ` ${issuer} `, client_id: ' aman ' }
const saved = { mode: 'only', issuer, client_id: 'aman', break_glass_user_id: null }
const found = { finding: 'ok', detail: '', sign_in_host: 'login.clinic.example' }
const answers = { [list]: shown, [save]: { success: true }, [check]: found }

afterEach(forgetSession)

async function open(given: Answers = {}) {
  server.answer({ ...answers, ...given })
  openSignIn('o1')
  await openData(singleSignOnSettings.$resource)
  server.forgetCalls()
}

test('the user who keeps the password is saved with the provider', async () => {
  await open()
  const form = formOf({ ...typed, break_glass_user_id: '7' })
  expect(await saveSingleSignOn(form, shown)).toEqual({ status: 'done' })
  expect(server.made()).toEqual([[save, { ...saved, break_glass_user_id: '7' }], [list]])
  expect(saidNotices()).toEqual([`success: ${words.saved}`])
})

const users = [
  { id: 7, full_name: 'Rania', username: 'rania' },
  { id: '8', full_name: '', username: 'omar' },
]
const choices = [
  { id: '7', label: 'Rania (rania)' },
  { id: '8', label: 'omar' },
]

test.each([
  [' ran ', { q: 'ran' }],
  [' ', {}],
])('the text %j finds active users of the organization', async (text, query) => {
  await open({ 'GET /api/admin/users': users })
  const page = await searchBreakGlassUsers(text, undefined)
  expect(page).toEqual({ choices, total: 2, next: undefined })
  const search = { organization_id: 'o1', status: 'active', limit: '50', ...query }
  expect(server.made()).toEqual([['GET /api/admin/users', search]])
})

test('the chosen user has a name as soon as the users are known', async () => {
  server.answer({ ...adminLists, 'GET /api/admin/users': users })
  expect(breakGlassChoice(null)).toBeUndefined()
  expect(breakGlassChoice('7')).toEqual({ id: '7', label: '7' })
  await openData(adminDashboard.$resource)
  expect(breakGlassChoice('7')).toEqual(choices[0])
  expect(breakGlassChoice(8)).toEqual(choices[1])
  expect(breakGlassChoice('9')).toEqual({ id: '9', label: '9' })
})
