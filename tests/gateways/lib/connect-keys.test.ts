import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { gatewayKey } from '../../../contract/gateways/gateway-key.ts'
import { HttpError } from '../../../src/lib/core/api/errors.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $dialog } from '../../../src/lib/core/ui-state/dialogs.ts'
import {
  $connected,
  $issuedKeys,
  $revokedKeys,
  dayOf,
  gatewayKeys,
  issueKeys,
  isUnsupported,
  keysAsText,
  nameOfKey,
  openKeys,
  revokeKey,
  saveExpiry,
} from '../../../src/lib/gateways/connect-keys.ts'
import { $connectWords } from '../../../src/lib/gateways/words/connect.words.yaml'
import {
  answerQuestion,
  formOf,
  openData,
  saidNotices,
  untilStore,
} from '../../support/browser/screen-state.ts'
import {
  type Answer,
  type Answers,
  breakConnection,
  refusal,
  withStubbedServer,
} from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const words = $connectWords.get()
const listed = v.parse(gatewayKey, { id: 'k1', scope: 'report', note: 'first server' })
const list = 'GET /api/admin/organizations/o1/gateway-keys'
const issue = 'POST /api/admin/organizations/o1/gateway-keys'
const expire = 'POST /api/admin/organizations/o1/gateway-keys/k1/expiry'
const revoke = 'DELETE /api/admin/organizations/o1/gateway-keys/k1'
const answers = {
  [list]: { keys: [listed] },
  [issue]: { ...listed, id: 'k2', key: 'aman_gateway_new' },
  [expire]: { success: true },
  [revoke]: { success: true },
}
const midnight = (day: string) => new Date(`${day}T00:00`).toISOString()

afterEach(forgetSession)

/** Opens the panel of an organization. @returns what closes it */
async function open(given: Answers = answers) {
  server.answer(given)
  await openData(gatewayKeys.$resource)
  expect(server.made()).toEqual([])
  const close = openKeys({ organizationId: 'o1' })
  await untilStore(
    gatewayKeys.$resource,
    (keys) => keys.status === 'failed' || (keys.status === 'loaded' && !keys.isReloading),
  )
  server.forgetCalls()
  return close
}

test('without an open panel there are no keys', async () => {
  server.answer(answers)
  await openData(gatewayKeys.$resource)
  expect(gatewayKeys.$resource.get()).toMatchObject({
    status: 'loaded',
    data: { owner: undefined, keys: [] },
  })
  expect(server.made()).toEqual([])
})

test('the keys are those of the organization whose panel is open', async () => {
  const close = await open()
  expect($connected.get()).toBe('o1')
  expect(gatewayKeys.$resource.get()).toMatchObject({
    status: 'loaded',
    data: { owner: { organizationId: 'o1' }, keys: [listed] },
  })
  close()
  expect($connected.get()).toBeUndefined()
})

test.each([
  [404, 'not_found', true],
  [404, 'unknown_organization', false],
  [405, '', true],
  [501, '', true],
  [403, 'forbidden', false],
  [500, '', false],
])(
  'an answer %i with the code %j means that the server lacks the call: %s',
  async (status, code, lacks) => {
    expect(isUnsupported(new HttpError(status, {}, { code }))).toBe(lacks)
    await open({ [list]: refusal('No', { status, code }) })
    expect(gatewayKeys.$resource.get()).toMatchObject(
      lacks ? { status: 'loaded', data: { keys: undefined } } : { status: 'failed' },
    )
  },
)

test('a failure that is no answer does not mean that the server lacks the call', () => {
  expect(isUnsupported(new Error('no answer'))).toBe(false)
})

test('the keys that are needed, or the chosen one, are issued with what was entered and stay until the panel closes', async () => {
  const close = await open()
  const form = formOf({ note: ' mx2 ', expires_at: '2027-02-01' })
  expect(await issueKeys(form, ['report', 'flags'])).toEqual({ status: 'done' })
  const sent = {
    note: 'mx2',
    expires_at: midnight('2027-02-01'),
    request_id: expect.stringMatching(/^[\da-f]{32}$/),
    networks: '',
  }
  expect(server.made()).toEqual([
    [issue, { scope: 'report', ...sent }],
    [issue, { scope: 'flags', ...sent }],
    [list],
  ])
  expect(saidNotices()).toEqual([`success: ${words.issued(2)}`])
  await issueKeys(formOf({ scope: 'analyse', note: '' }), ['report', 'flags'])
  expect(server.inputs(issue)[2]).toMatchObject({ scope: 'analyse', note: '', expires_at: null })
  const key = 'aman_gateway_new'
  expect($issuedKeys.get()).toEqual({ flags: key, report: key, analyse: key })
  expect(keysAsText($issuedKeys.get())).toBe(
    `Reports email: ${key}\nReads flags: ${key}\nAsks the judge: ${key}`,
  )
  close()
  expect($issuedKeys.get()).toEqual({})
  expect(saidNotices()).toEqual([])
})

test('when a key is refused those before it stay, and no other is asked for', async () => {
  let asked = 0
  await open({
    ...answers,
    [issue]: () => (++asked === 2 ? refusal('No', { status: 409 }) : answers[issue]),
  })
  expect(await issueKeys(formOf({}), ['report', 'flags', 'analyse'])).not.toEqual({
    status: 'done',
  })
  expect($issuedKeys.get()).toEqual({ report: 'aman_gateway_new' })
  expect(server.made().map(([call]) => call)).toEqual([issue, issue, list])
})

/** The ids of the requests that issue a key, one after the other. */
async function requestIdsOf(answer: Answer): Promise<unknown[]> {
  await open({ ...answers, [issue]: answer })
  await issueKeys(formOf({}), ['report'])
  await issueKeys(formOf({}), ['report'])
  return server
    .inputs(issue)
    .map((input) => v.parse(v.object({ request_id: v.string() }), input).request_id)
}

test.each([
  ['was issued', answers[issue], true],
  ['was refused', refusal('No such organization', { status: 404 }), true],
  ['had no answer', breakConnection, false],
  ['had an answer of a broken server', refusal('Broken', { status: 500 }), false],
])('after a key %s the next request counts as a new one: %s', async (_, answer, isNew) => {
  const [first, second] = await requestIdsOf(answer)
  expect(first).toMatch(/^[\da-f]{32}$/)
  expect(first !== second).toBe(isNew)
})

test('the ids of requests keep the zeros of small bytes', async () => {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => array)
  const [, second] = await requestIdsOf(answers[issue])
  vi.restoreAllMocks()
  expect(second).toBe('0'.repeat(32))
})

test('a key that comes after its panel has closed is not kept', async () => {
  const answer = Promise.withResolvers<unknown>()
  const close = await open({ ...answers, [issue]: () => answer.promise })
  const issuing = issueKeys(formOf({}), ['report'])
  close()
  answer.resolve(answers[issue])
  await issuing
  expect($issuedKeys.get()).toEqual({})
})

test.each([
  ['key', (form: FormData) => issueKeys(form, ['report']), issue, words.issueFailed],
  ['expiry', (form: FormData) => saveExpiry(form, listed), expire, words.expiryFailed],
])('a %s that the server refuses is said, and its field is marked', async (_, act, call, why) => {
  await open({ ...answers, [call]: refusal('Too early', { field: 'expires_at' }) })
  expect(await act(formOf({ expires_at: '2020-01-01' }))).toMatchObject({
    status: 'invalid',
    fields: [{ field: 'expires_at' }],
  })
  expect(saidNotices()).toEqual([`problem: ${why}Too early`])
  const next = act(formOf({ expires_at: '2020-01-01' }))
  expect(saidNotices()).toEqual([])
  await next
})

test.each([
  ['2027-02-01', midnight('2027-02-01')],
  ['', null],
])('the expiry %j of a key is saved as %j', async (expires_at, saved) => {
  await open()
  expect(await saveExpiry(formOf({ expires_at }), listed)).toEqual({ status: 'done' })
  expect(server.made()).toEqual([[expire, { expires_at: saved }], [list]])
  expect(saidNotices()).toEqual([`success: ${words.expirySaved}`])
})

test('a key is revoked once, after a question, and the list loads again', async () => {
  const answer = Promise.withResolvers<unknown>()
  await open({ ...answers, [revoke]: () => answer.promise })
  const revoking = revokeKey(listed)
  expect(await answerQuestion(true)).toEqual({
    text: words.revokeQuestion({ name: 'first server' }),
    action: words.revokeAction,
  })
  await untilStore($revokedKeys, (ids) => ids.has('k1'))
  const again = revokeKey(listed)
  expect($dialog.get()).toBeUndefined()
  answer.resolve({ success: true })
  await Promise.all([revoking, again])
  expect(server.made()).toEqual([[revoke], [list]])
  expect(saidNotices()).toEqual([`success: ${words.revokeDone}`])
})

test('a key stays when its revocation is refused or declined', async () => {
  await open({ ...answers, [revoke]: refusal('No such key') })
  const refused = revokeKey(listed)
  await answerQuestion(true)
  await refused
  expect(saidNotices()).toEqual([`problem: ${words.revokeFailed}No such key`])
  const declined = revokeKey(listed)
  await answerQuestion(false)
  await declined
  expect(server.made()).toEqual([[revoke]])
  // The problem of the attempt before does not come back.
  expect(saidNotices()).toEqual([])
})

test('a key is called by its note, or else by what it is for', () => {
  expect(nameOfKey(listed)).toBe('first server')
  expect(nameOfKey({ ...listed, note: '', scope: 'flags' })).toBe(words.flags)
})

test.each(['Asia/Amman', 'America/Los_Angeles', 'UTC'])(
  'in %s a date field shows the day at whose start a key ends',
  (zone) => {
    vi.stubEnv('TZ', zone)
    for (const day of ['2027-01-31', '2027-07-01']) expect(dayOf(midnight(day))).toBe(day)
    vi.unstubAllEnvs()
  },
)

test.each([null, '', 'soon'])('a key with the expiry %j has an empty date field', (time) => {
  expect(dayOf(time)).toBe('')
})
