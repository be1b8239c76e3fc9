import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { speak } from '../../../build/locales/catalogue.ts'
import { baseLocale } from '../../../contract/core/locale.ts'
import { connectionProviders } from '../../../contract/gateways/connection.ts'
import { gatewayKey } from '../../../contract/gateways/gateway-key.ts'
import { connectionFiles as filesOfServer } from '../../../server/gateways/rspamd/files/connection-files.ts'
import { HttpError } from '../../../src/lib/core/api/errors.ts'
import { $locale } from '../../../src/lib/core/i18n/i18n.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $dialog } from '../../../src/lib/core/ui-state/dialogs.ts'
import { $arrival, watchArrival } from '../../../src/lib/gateways/connect-arrival.ts'
import {
  $provider,
  chooseProvider,
  connectionFiles,
  copyNamed,
  fillIn,
  neededKeys,
  noteOf,
} from '../../../src/lib/gateways/connect-files.ts'
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
import { $connectNotesWords } from '../../../src/lib/gateways/words/connect-notes.words.yaml'
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

afterEach(forgetSession)

describe('the connection', () => {
  const notes = $connectNotesWords.get()
  const placeholders = {
    report: 'THE-REPORT-KEY',
    flags: 'THE-FLAGS-KEY',
    analyse: 'THE-ANALYSE-KEY',
  }
  const list = 'GET /api/admin/organizations/o1/connection/mailcow'
  const keys = 'GET /api/admin/organizations/o1/gateway-keys'

  test('the files are those for the chosen provider of the open organization', async () => {
    server.answer({ [list]: { placeholders, files: [] }, [keys]: { keys: [] } })
    const asked = () => server.made().filter(([call]) => call === list).length
    chooseProvider('mailcow')
    await openData(connectionFiles.$resource)
    expect(connectionFiles.$resource.get()).toMatchObject({ status: 'loaded', data: undefined })
    expect(server.made()).toEqual([])
    openKeys({ organizationId: 'o1' })
    chooseProvider('mailcow')
    await untilStore(
      connectionFiles.$resource,
      (files) => files.status === 'loaded' && files.data !== undefined,
    )
    expect(asked()).toBe(1)
    expect(connectionFiles.$resource.get()).toMatchObject({
      data: { placeholders, files: [], provider: 'mailcow', organizationId: 'o1' },
    })
    chooseProvider(undefined)
    expect($provider.get()).toBeUndefined()
    expect(asked()).toBe(1)
    await connectionFiles.reload()
    expect(connectionFiles.$resource.get()).toMatchObject({ status: 'loaded', data: undefined })
  })

  test('the chosen provider is forgotten with the session', () => {
    chooseProvider('own-client')
    expect($provider.get()).toBe('own-client')
    forgetSession()
    expect($provider.get()).toBeUndefined()
  })

  test.each([
    ['aman.lua', undefined, notes['aman.lua']],
    ['aman.lua', 'postfix-rspamd', notes['aman.lua']],
    ['aman.lua', 'mailcow', `${notes['aman.lua']} ${notes.mailcow}`],
    [
      'metadata_exporter.conf',
      'mailcow',
      `${notes['metadata_exporter.conf']} ${notes.mailcow} ${notes.mailcowRules}`,
    ],
    ['mailcow', 'mailcow', 'Of the server'],
  ] as const)('the note of %s for %s says what to do with it', (name, provider, note) => {
    expect(noteOf({ name, note: 'Of the server' }, provider)).toBe(note)
  })

  test.each([
    [
      ['a THE-FLAGS-KEY', 'b THE-REPORT-KEY THE-FLAGS-KEY'],
      ['report', 'flags'],
    ],
    [['THE-ANALYSE-KEY'], ['analyse']],
    [['none'], []],
  ])('files with %j need keys for %j', (texts, scopes) => {
    const files = texts.map((text) => ({ name: '', path: '', note: '', text }))
    expect(neededKeys(files, placeholders)).toEqual(scopes)
    expect(neededKeys(files, { report: '', flags: '', analyse: '' })).toEqual([])
  })

  const text = 'a THE-REPORT-KEY b THE-FLAGS-KEY c THE-REPORT-KEY'

  test.each([
    [
      'both keys',
      { report: 'r$&1', flags: 'f' },
      { text: 'a r$&1 b f c r$&1', holdsKey: true, left: [] },
    ],
    [
      'one key',
      { flags: 'f' },
      {
        text: 'a THE-REPORT-KEY b f c THE-REPORT-KEY',
        holdsKey: true,
        left: ['THE-REPORT-KEY'],
      },
    ],
    ['no key', {}, { text, holdsKey: false, left: ['THE-REPORT-KEY', 'THE-FLAGS-KEY'] }],
  ])('a file is filled in with %s', (_, issued, filled) => {
    expect(fillIn(text, placeholders, issued)).toEqual(filled)
  })

  test('a text without placeholders stays, also where a server names none', () => {
    const untouched = { text: 'plain', holdsKey: false, left: [] }
    expect(fillIn('plain', placeholders, { report: 'r', flags: 'f' })).toEqual(untouched)
    const unnamed = { report: '', flags: '', analyse: '' }
    expect(fillIn('plain', unnamed, { report: 'r', flags: 'f' })).toEqual(untouched)
  })

  test('a copied text is in the clipboard, and its name is said', async () => {
    const writeText = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    expect(await copyNamed('aman.lua', 'content')).toBe(true)
    expect(writeText.mock.calls).toEqual([['content']])
    expect(saidNotices()).toEqual([`success: ${words.copied({ name: 'aman.lua' })}`])
  })

  test('a browser that does not allow copying is said', async () => {
    vi.stubGlobal('navigator', {})
    expect(await copyNamed('aman.lua', 'content')).toBe(false)
    expect(saidNotices()).toEqual([`remark: ${words.notCopied}`])
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.withResolvers().promise } })
    void copyNamed('aman.lua', 'content')
    expect(saidNotices()).toEqual([])
  })

  const call = 'GET /api/admin/organizations/o1/arrival'
  const nothing = { last_message_at: null }
  const message = { last_message_at: '2026-03-01T09:30:00.000Z', last_level: 'safe' }
  let stop = () => {}

  /** Watches, and waits for the first answer. */
  async function watch(answer: Answer) {
    server.answer({ [call]: answer })
    stop = watchArrival('o1')
    expect($arrival.get()).toEqual({ status: 'loading' })
    await vi.advanceTimersByTimeAsync(0)
  }

  /** The page's own visibility. */
  let page = Object.assign(new EventTarget(), { hidden: false })

  function hidePage(isHidden: boolean) {
    page.hidden = isHidden
    page.dispatchEvent(new Event('visibilitychange'))
  }

  describe('connect arrival', () => {
    beforeEach(() => {
      vi.useFakeTimers()
      page = Object.assign(new EventTarget(), { hidden: false })
      vi.stubGlobal('document', page)
    })
    afterEach(() => {
      stop()
      vi.useRealTimers()
      forgetSession()
    })

    test.each([
      ['every 3 seconds until the first message has arrived', nothing, 3000],
      ['every 10 seconds from then on', message, 10_000],
      ['every 10 seconds after a failure', refusal('Broken', { status: 500 }), 10_000],
    ])('the site asks %s', async (_, answer, pauseMs) => {
      await watch(answer)
      expect(server.made()).toEqual([[call]])
      await vi.advanceTimersByTimeAsync(pauseMs - 1)
      expect(server.made()).toHaveLength(1)
      await vi.advanceTimersByTimeAsync(1)
      expect(server.made()).toHaveLength(2)
    })

    test('what has arrived is shown, and a later failure does not hide it', async () => {
      const answers = [nothing, message, refusal('Broken', { status: 500 })]
      await watch(() => answers.shift())
      expect($arrival.get()).toMatchObject({ status: 'loaded', arrival: nothing })
      await vi.advanceTimersByTimeAsync(3000)
      const shown = { status: 'loaded', arrival: message }
      expect($arrival.get()).toMatchObject(shown)
      await vi.advanceTimersByTimeAsync(10_000)
      expect(answers).toEqual([])
      expect($arrival.get()).toMatchObject(shown)
    })

    test('a first failure is shown, and what arrives later takes its place', async () => {
      const answers = [refusal('Broken', { status: 500 }), message]
      await watch(() => answers.shift())
      expect($arrival.get()).toEqual({ status: 'failed' })
      await vi.advanceTimersByTimeAsync(10_000)
      expect($arrival.get()).toMatchObject({ status: 'loaded' })
    })

    test('a server that lacks the call is not asked again', async () => {
      await watch(refusal('No such call', { status: 404 }))
      expect($arrival.get()).toEqual({ status: 'unsupported' })
      await vi.advanceTimersByTimeAsync(60_000)
      expect(server.made()).toHaveLength(1)
    })

    test('a hidden page asks nothing, and asks at once when it is shown again', async () => {
      await watch(nothing)
      hidePage(true)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(server.made()).toHaveLength(1)
      hidePage(false)
      await vi.advanceTimersByTimeAsync(0)
      expect(server.made()).toHaveLength(2)
      // And goes on as before, in one row.
      await vi.advanceTimersByTimeAsync(3000)
      expect(server.made()).toHaveLength(3)
    })

    test('a page that is shown while an answer is awaited does not ask twice', async () => {
      const answer = Promise.withResolvers<unknown>()
      await watch(() => answer.promise)
      hidePage(false)
      expect(server.made()).toHaveLength(1)
      answer.resolve(nothing)
      await vi.advanceTimersByTimeAsync(0)
      await vi.advanceTimersByTimeAsync(1000)
      hidePage(false)
      expect(server.made()).toHaveLength(2)
      // The pause begins anew.
      await vi.advanceTimersByTimeAsync(2999)
      expect(server.made()).toHaveLength(2)
    })

    test('a panel that closes stops asking, also on a page that is shown later', async () => {
      await watch(nothing)
      stop()
      await vi.advanceTimersByTimeAsync(60_000)
      hidePage(false)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(server.made()).toHaveLength(1)
    })

    test('an answer after the panel has closed changes nothing', async () => {
      const answer = Promise.withResolvers<unknown>()
      await watch(() => answer.promise)
      stop()
      answer.resolve(message)
      await vi.advanceTimersByTimeAsync(60_000)
      expect($arrival.get()).toEqual({ status: 'loading' })
      expect(server.made()).toHaveLength(1)
    })

    test('what arrived is forgotten with the session', async () => {
      await watch(message)
      forgetSession()
      expect($arrival.get()).toEqual({ status: 'loading' })
    })
  })

  afterEach(() => $locale.set(baseLocale))

  test.each(connectionProviders)(
    'the files for %s have the notes of the server in English, and Arabic ones on an Arabic page',
    (provider) => {
      const files = filesOfServer({ provider, origin: 'https://aman.firm.example' })
      for (const file of files) expect(noteOf(file, provider)).toBe(file.note)
      speak('ar')
      const stop = $connectNotesWords.listen(() => undefined)
      for (const file of files) expect(noteOf(file, provider)).toMatch(/^\p{Script=Arabic}/u)
      stop()
    },
  )

  test('a file that this site does not know keeps the note of the server', () => {
    const file = { name: 'new.conf', note: 'Of a newer server.' }
    expect(noteOf(file, 'mailcow')).toBe('Of a newer server.')
  })
})

describe('its keys', () => {
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
})
