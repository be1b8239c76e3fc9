import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { showSignInSettingsEndpoint } from '../../../contract/sign-in/sign-in-settings.ts'
import { adminDashboard } from '../../../src/lib/admin/admin.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { openSignIn } from '../../../src/lib/sign-in/organization-sign-in.ts'
import {
  $issuerCheck,
  breakGlassChoice,
  checkIssuer,
  copyRedirectAddress,
  forgetCheck,
  modeOf,
  saveSingleSignOn,
  searchBreakGlassUsers,
  singleSignOnSettings,
} from '../../../src/lib/sign-in/single-sign-on-settings.ts'
import { $singleSignOnSettingsWords } from '../../../src/lib/sign-in/words/single-sign-on-settings.words.yaml'
import { formOf, openData, saidNotices } from '../../support/browser/screen-state.ts'
import { type Answers, refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'
import { adminLists } from '../../support/worlds/admin-lists.ts'

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
const withoutSecret = { ...shown, has_secret: false }
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

test.each([
  ['no new secret keeps the stored one', shown, {}, saved],
  ['a new secret replaces it', shown, { client_secret: ' x ' }, { ...saved, client_secret: 'x' }],
  [
    'a user who keeps the password',
    shown,
    { break_glass_user_id: '7' },
    { ...saved, break_glass_user_id: '7' },
  ],
  ['a first secret', withoutSecret, { client_secret: 'x' }, { ...saved, client_secret: 'x' }],
])('a provider is saved with what was typed: %s', async (_, before, more, sent) => {
  await open()
  expect(await saveSingleSignOn(formOf({ ...typed, ...more }), before)).toEqual({
    status: 'done',
  })
  expect(server.made()).toEqual([[save, sent], [list]])
  expect(saidNotices()).toEqual([`success: ${words.saved}`])
})

test.each([
  [{}, withoutSecret, ['client_secret']],
  [{ issuer: ' ' }, shown, ['issuer']],
  [{ client_id: '' }, shown, ['client_id']],
])(
  'a provider with %j marks what is missing and is not saved',
  async (changed, before, missing) => {
    await open()
    const fields = missing.map((field) => ({ field, code: 'missing', params: {} }))
    const submitted = await saveSingleSignOn(formOf({ ...typed, ...changed }), before)
    expect(submitted).toEqual({ status: 'invalid', fields })
    expect(saidNotices()).toEqual([`problem: ${words.missing}`])
    expect(server.made()).toEqual([])
  },
)

test.each([
  ['only', 'only'],
  ['everyone', 'off'],
])('the mode %s of a form is %s', (value, mode) => {
  expect(modeOf(value)).toBe(mode)
})

test('the result of a check goes when another issuer is typed, and with the panel', async () => {
  await open()
  for (const forget of [forgetCheck, singleSignOnSettings.reload, forgetSession]) {
    expect(await checkIssuer(formOf({ issuer: ` ${issuer} ` }))).toEqual({ status: 'kept' })
    expect(server.made()[0]).toEqual([check, { issuer }])
    expect($issuerCheck.get()).toEqual(found)
    await forget()
    expect($issuerCheck.get()).toBeUndefined()
    openSignIn('o1')
    server.forgetCalls()
  }
})

test('an empty issuer is marked and not checked, and an earlier result goes', async () => {
  await open()
  await checkIssuer(formOf(typed))
  server.forgetCalls()
  expect(await checkIssuer(formOf({ issuer: ' ' }))).toMatchObject({
    fields: [{ field: 'issuer' }],
  })
  expect($issuerCheck.get()).toBeUndefined()
  expect(saidNotices()).toEqual([`problem: ${words.missing}`])
  expect(server.made()).toEqual([])
})

test.each([
  ['saved', save, (form: FormData) => saveSingleSignOn(form, shown), words.saveFailed],
  ['checked', check, checkIssuer, words.checkFailed],
])('an issuer that cannot be %s is marked with the reason', async (_, call, act, why) => {
  await open({ [call]: refusal('It is not encrypted', { field: 'issuer' }) })
  expect(await act(formOf(typed))).toMatchObject({ fields: [{ field: 'issuer' }] })
  expect(saidNotices()).toEqual([`problem: ${why}It is not encrypted`])
  const next = act(formOf(typed))
  expect(saidNotices()).toEqual([])
  await next
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

test.each([
  ['copied', async () => undefined, `success: ${words.copied}`],
  ['not copied', () => Promise.reject(new Error('not allowed')), `remark: ${words.notCopied}`],
])('a redirect address that is %s says so', async (_, answer, said) => {
  const writeText = vi.fn(answer)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  await copyRedirectAddress('https://aman.example/callback')
  expect(writeText.mock.calls).toEqual([['https://aman.example/callback']])
  expect(saidNotices()).toEqual([said])
  const again = copyRedirectAddress('https://aman.example/callback')
  expect(saidNotices()).toEqual([])
  await again
})
