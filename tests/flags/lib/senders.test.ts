import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { limits } from '../../../contract/core/limits.ts'
import { baseLocale } from '../../../contract/core/locale.ts'
import type { Flag, FlagType } from '../../../contract/flags/flag.ts'
import { $locale } from '../../../src/lib/core/i18n/i18n.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import {
  $isSelectionBusy,
  $selectedMail,
  $selectionResult,
  clearSelection,
  flagSelected,
  reportSelected,
  selectionKey,
  selectMail,
  undoSelection,
} from '../../../src/lib/flags/mail-selection.ts'
import {
  $opinions,
  $senderNotes,
  flagSender,
  reportScan,
  undoSender,
  unflagSender,
  valuesToFlag,
} from '../../../src/lib/flags/sender-actions.ts'
import {
  $senders,
  lookUp,
  lookUpAgain,
  stateOf as readStateOf,
  type SenderState,
  scopeToBlock,
  scopeToTrust,
  senderOf,
  wantSender,
} from '../../../src/lib/flags/sender-flags.ts'
import {
  $undos,
  dropUndo,
  offerRestore,
  offerUndo,
  pauseUndo,
  resumeUndo,
  type SetRow,
  undo,
  undoMs,
} from '../../../src/lib/flags/sender-undo.ts'
import { answerQuestions } from '../../support/browser/screen-state.ts'
import {
  refusal,
  type StubbedCall,
  withStubbedServer,
} from '../../support/server/stubbed-server.ts'

describe('one sender', () => {
  const server = withStubbedServer()
  const look = 'POST /api/flags/senders'
  const set = 'POST /api/flags/set'
  const remove = 'POST /api/flags/remove'
  const report = 'POST /api/mail-reports'
  const evidence = 'GET /api/flags/evidence'
  const address = 'a@spam.example'
  const created_at = '2026-03-09T12:00:00.000Z'

  afterEach(forgetSession)

  function stateOf(state: Partial<SenderState> = {}): SenderState {
    return {
      ...{ sender: address, address, domain: 'spam.example' },
      ...{ flag: null, shared: null, is_domain_trustable: true, ...state },
    }
  }

  const ofDomain = { sender: 'spam.example', address: null }
  const flag = (flag_type: FlagType, value: string) => ({
    ...{ id: 7, flag_type, value, reason: 'Why', created_at },
  })

  function know(state: Partial<SenderState> = {}) {
    server.answer({ [look]: { senders: [stateOf(state)] } })
  }

  function acceptFlags() {
    server.answer({
      [set]: ({ input }) => ({
        rows: Object(input).flags.map((row: object) => ({
          ...{ ...row, outcome: 'new', flag: { id: 1, created_at, ...row } },
        })),
      }),
    })
  }

  const noteOf = (key: string) => $senderNotes.get().get(key)

  test.each([
    ['red', `${address} is blocked. You can undo it for 8 seconds.`],
    ['green', `${address} is trusted. You can undo it for 8 seconds.`],
  ] as const)(
    'one click sets a %s flag, says so, and offers to undo it',
    async (flag_type, text) => {
      know()
      acceptFlags()
      await flagSender(address, flag_type)
      expect(server.inputs(set)).toEqual([
        { replaces: true, flags: [{ line: 1, flag_type, value: address }] },
      ])
      expect(noteOf(address)).toEqual({ kind: 'done', text })
      expect($undos.get().has(address)).toBe(true)
      expect(server.names()).toEqual([look, set, look])
    },
  )

  test('a domain is blocked without a question, and where one of two flags fails the row says why', async () => {
    know(ofDomain)
    acceptFlags()
    await flagSender('spam.example', 'red')
    expect(server.names()).toEqual([look, set, look])
    forgetSession()
    know({ flag: flag('green', address) })
    const problem = { detail: 'You cannot have more flags.', code: 'full', params: {} }
    const first = { line: 1, outcome: 'new', flag: flag('red', 'spam.example') }
    server.answer({ [set]: { rows: [first, { line: 2, outcome: 'conflict', problem }] } })
    await flagSender(address, 'red', 'domain')
    expect(noteOf(address)).toEqual({ kind: 'problem', text: 'You cannot have more flags.' })
  })

  const onlyDomain = 'Only the domain of this sender is known.'

  test.each([
    ['public_mail', /^spam\.example is a public mail provider.* Only the domain/],
    ['own_domain', /^spam\.example belongs to your organization.* Only the domain/],
  ] as const)(
    'a domain that is %s is not blocked as a whole, and the row says why',
    async (shared, words) => {
      know({ ...ofDomain, shared })
      await flagSender('spam.example', 'red')
      expect(server.names()).toEqual([look])
      expect(noteOf('spam.example')).toMatchObject({ kind: 'problem' })
      expect(noteOf('spam.example')?.text).toMatch(words)
      expect(noteOf('spam.example')?.text).toContain(onlyDomain)
    },
  )

  test.each([true, false])(
    'a domain with dangerous mail is trusted only after a yes: %s',
    async (yes) => {
      know(ofDomain)
      acceptFlags()
      server.answer({ [evidence]: { dangerous_emails: 2 } })
      answerQuestions(yes)
      await flagSender('spam.example', 'green')
      expect(server.inputs(set)).toHaveLength(yes ? 1 : 0)
      expect(noteOf('spam.example')?.kind).toBe(yes ? 'done' : undefined)
    },
  )

  test('a flag that the server does not set says why, and offers no undo', async () => {
    know()
    const problem = { detail: 'You cannot have more flags.', code: 'full', params: {} }
    server.answer({ [set]: { rows: [{ line: 1, outcome: 'conflict', problem }] } })
    await flagSender(address, 'red')
    expect(noteOf(address)).toEqual({ kind: 'problem', text: 'You cannot have more flags.' })
    expect($undos.get().size).toBe(0)
  })

  test('a flag that decides about a sender is removed by its id, and can be restored', async () => {
    know({ flag: flag('red', 'spam.example') })
    server.answer({ 'DELETE /api/flags/remove/7': { success: true } })
    await unflagSender(address)
    expect(server.names()).toEqual([look, 'DELETE /api/flags/remove/7', look])
    expect(noteOf(address)).toEqual({
      kind: 'done',
      text: 'The flag for spam.example was removed. You can undo it for 8 seconds.',
    })
    expect($undos.get().get(address)).toMatchObject({ isRemoval: true, former: [{ id: 7 }] })
  })

  test('an action that is undone says so, and what is known of the sender is read again', async () => {
    know()
    acceptFlags()
    await flagSender(address, 'red')
    server.answer({ [remove]: { removed: ['1'] } })
    know({ flag: flag('green', address) })
    await undoSender(address)
    expect(server.names().slice(-2)).toEqual([remove, look])
    expect(noteOf(address)).toEqual({ kind: 'done', text: 'Undone. It is as it was before.' })
    expect($senders.get().get(address)?.flag).toMatchObject({ flag_type: 'green' })
  })

  test('a report of a mail is remembered in this document only once it is sent', async () => {
    server.answer({ [report]: { success: true } })
    await reportScan('s1', 'dangerous')
    server.answer({ [report]: refusal('Try again later', { status: 429 }) })
    await reportScan('s2', 'honest')
    expect(server.inputs(report)).toMatchObject([
      { kind: 'scan', id: 's1', opinion: 'dangerous' },
      { kind: 'scan', id: 's2', opinion: 'honest' },
    ])
    expect([...$opinions.get()]).toEqual([['s1', 'dangerous']])
    expect(noteOf('s1')).toBeUndefined()
    expect(noteOf('s2')).toEqual({ kind: 'problem', text: 'Try again later' })
    forgetSession()
    expect([...$opinions.get()]).toEqual([])
    expect([...$senderNotes.get()]).toEqual([])
  })

  test.each([
    [{}, 'red', undefined, [address]],
    [{}, 'red', 'domain', ['spam.example']],
    [{ address: null }, 'green', undefined, ['spam.example']],
    [{ address: null, is_domain_trustable: false }, 'green', undefined, []],
    [{ address: null }, 'red', 'address', []],
    // A flag of the other colour on the address would still decide.
    [{ flag: flag('green', address) }, 'red', 'domain', ['spam.example', address]],
    [{ flag: flag('green', address) }, 'red', 'address', [address]],
    [{ flag: flag('red', address) }, 'red', 'domain', ['spam.example']],
    [{ flag: flag('green', 'spam.example') }, 'red', 'domain', ['spam.example']],
  ] as const)(
    'for the sender %o a %s flag for %s has the values %j',
    (state, type, scope, values) => {
      expect(valuesToFlag(stateOf(state), type, scope)).toEqual(values)
    },
  )

  const name = 'POST /api/flags/senders'

  function sendersIn({ input }: StubbedCall): string[] {
    return Object(input).senders
  }

  const answerAll = () =>
    server.answer({
      [name]: (call) => ({ senders: sendersIn(call).map((sender) => ({ sender })) }),
    })

  const asked = () => server.calls.map(sendersIn)
  const nextTask = () => new Promise((resolve) => setImmediate(resolve))

  test.each([
    ['a@bank.example', 'a@bank.example'],
    ['', 'bank.example'],
    ['x'.repeat(2 * limits.email), 'x'.repeat(2 * limits.email)],
    ['x'.repeat(2 * limits.email + 1), ''],
  ])('a mail with the address %j is of the sender %j', (sender_address, sender) => {
    expect(senderOf({ sender_domain: 'bank.example', sender_address })).toBe(sender)
  })

  test('senders that are wanted at the same time are looked up together, and each once', async () => {
    answerAll()
    for (const sender of ['a.example', 'b.example', 'a.example', '']) wantSender(sender)
    await nextTask()
    expect(asked()).toEqual([['a.example', 'b.example']])
    expect([...$senders.get().keys()]).toEqual(['a.example', 'b.example'])
    wantSender('a.example')
    wantSender('c.example')
    await nextTask()
    expect(asked()).toEqual([['a.example', 'b.example'], ['c.example']])
  })

  test('many senders are looked up in calls of a size that the server takes', async () => {
    answerAll()
    const senders = Array.from(
      { length: 2 * limits.sendersAtOnce },
      (_, index) => `${index}.example`,
    )
    await lookUp([...senders, 'last.example'])
    expect(asked().map(({ length }) => length)).toEqual([
      ...[limits.sendersAtOnce, limits.sendersAtOnce, 1],
    ])
    expect([...$senders.get().keys()]).toEqual([...senders, 'last.example'])
  })

  test('the state of a sender is asked for once, and again after a change of flags', async () => {
    answerAll()
    expect(await readStateOf('a.example')).toMatchObject({ sender: 'a.example', flag: null })
    await readStateOf('a.example')
    expect(server.calls).toHaveLength(1)
    await readStateOf('b.example')
    const flag = { id: 1, flag_type: 'red', value: 'a.example', reason: null, created_at: '' }
    server.answer({
      [name]: (call) => ({ senders: sendersIn(call).map((sender) => ({ sender, flag })) }),
    })
    await lookUpAgain()
    expect(asked().at(-1)).toEqual(['a.example', 'b.example'])
    expect(await readStateOf('b.example')).toMatchObject({ flag: { value: 'a.example' } })
  })

  test.each([
    [{ address: 'a@x.example', domain: 'x.example', shared: null }, 'address', 'address'],
    [{ address: null, domain: 'x.example', shared: null }, 'domain', 'domain'],
    [{ address: null, domain: 'x.example', shared: 'public_mail' }, undefined, 'domain'],
    [{ address: null, domain: null, shared: null }, undefined, undefined],
  ] as const)(
    'of the sender %o one click blocks the %s and trusts the %s',
    (known, blocks, trusts) => {
      const state = { ...known, sender: 'x.example', flag: null, is_domain_trustable: true }
      expect(scopeToBlock(state)).toBe(blocks)
      expect(scopeToTrust(state)).toBe(trusts)
      expect(scopeToTrust({ ...state, address: null, is_domain_trustable: false })).toBeUndefined()
    },
  )

  const key = 'a@spam.example'
  const makeFlag = (id: number, flag: Partial<Flag> = {}): Flag => ({
    ...{ id, flag_type: 'red', value: `${id}.example`, reason: null, created_at, ...flag },
  })
  const makeRow = (row: Partial<SetRow>): SetRow => ({
    ...{ line: 1, outcome: 'new', flag: null, former: null, keys: [], ...row },
  })
  const added = makeRow({ flag: makeFlag(1) })

  const isOffered = () => $undos.get().has(key)

  describe('sender undo', () => {
    beforeEach(() => {
      vi.useFakeTimers()
    })
    afterEach(() => {
      forgetSession()
      vi.useRealTimers()
    })

    test('an action can be undone for eight seconds', () => {
      offerUndo(key, [added])
      expect(undoMs).toBe(8000)
      vi.advanceTimersByTime(undoMs - 1)
      expect(isOffered()).toBe(true)
      vi.advanceTimersByTime(1)
      expect(isOffered()).toBe(false)
    })

    test.each(['unchanged', 'conflict', 'invalid'] as const)(
      'an action after which every row is %s offers nothing, and the offer before it is gone',
      (outcome) => {
        offerUndo(key, [added])
        offerUndo(key, [makeRow({ outcome, flag: makeFlag(2) })])
        expect(isOffered()).toBe(false)
      },
    )

    test('the time in which the button is pointed at does not count', () => {
      offerUndo(key, [added])
      vi.advanceTimersByTime(5000)
      pauseUndo(key)
      vi.advanceTimersByTime(60_000)
      pauseUndo(key)
      expect(isOffered()).toBe(true)
      resumeUndo(key)
      resumeUndo(key)
      vi.advanceTimersByTime(2000)
      pauseUndo(key)
      vi.advanceTimersByTime(60_000)
      resumeUndo(key)
      vi.advanceTimersByTime(999)
      expect(isOffered()).toBe(true)
      vi.advanceTimersByTime(1)
      expect(isOffered()).toBe(false)
    })

    test('flags that were added are removed, and those that were replaced return as they were', async () => {
      server.answer({ [set]: { rows: [{ line: 1, outcome: 'changed' }] } })
      server.answer({ [remove]: { removed: ['1'] } })
      const former = makeFlag(2, { flag_type: 'green', reason: 'Our bank', expires_at: created_at })
      const other = makeFlag(3, { reason: null })
      offerUndo(key, [
        added,
        makeRow({ outcome: 'changed', flag: makeFlag(2), former }),
        makeRow({ outcome: 'changed', flag: makeFlag(3), former: other }),
        makeRow({ outcome: 'unchanged', flag: makeFlag(4), former: makeFlag(4) }),
      ])
      expect($undos.get().get(key)?.isRemoval).toBe(false)
      await undo(key)
      expect(server.inputs(set)).toEqual([
        {
          replaces: true,
          flags: [
            {
              ...{ line: 1, flag_type: 'green', value: '2.example' },
              ...{ reason: 'Our bank', expires_at: created_at },
            },
            { line: 2, flag_type: 'red', value: '3.example', reason: null, expires_at: null },
          ],
        },
      ])
      expect(server.inputs(remove)).toEqual([{ ids: ['1'] }])
      expect(isOffered()).toBe(false)
    })

    test('a removed flag is restored without a removal', async () => {
      server.answer({ [set]: { rows: [{ line: 1, outcome: 'new' }] } })
      offerRestore(key, makeFlag(1))
      expect($undos.get().get(key)?.isRemoval).toBe(true)
      await undo(key)
      expect(server.names()).toEqual([set])
      expect(isOffered()).toBe(false)
    })

    test('an undo for which the server refuses a row waits for another try', async () => {
      const problem = { detail: 'Full', code: 'full', params: {} }
      const rows = [
        { line: 1, outcome: 'new' },
        { line: 2, outcome: 'conflict', problem },
      ]
      server.answer({ [set]: { rows } })
      offerUndo(key, [added, makeRow({ outcome: 'changed', former: makeFlag(2) })])
      await expect(undo(key)).rejects.toMatchObject({
        name: 'HttpError',
        words: { detail: 'Full' },
      })
      expect(server.names()).toEqual([set])
      vi.advanceTimersByTime(undoMs)
      expect(isOffered()).toBe(true)
    })
  })
})

describe('selected mail', () => {
  /** A server that keeps flags by value; each call is `path body`. */
  const flags = new Map<string, string>()
  let calls: string[] = []
  let limit = Number.POSITIVE_INFINITY
  /** The server does not have this mail any more. */
  const unknownId = '1'

  function stateOf(sender: string) {
    const address = sender.includes('@') ? sender : null
    const domain = sender.slice(sender.indexOf('@') + 1)
    const shared = domain === 'gmail.com' ? 'public_mail' : null
    const flag_type = flags.get(sender) ?? flags.get(domain)
    const flag = flag_type === undefined ? null : { id: sender, flag_type, value: sender }
    return { sender, address, domain, shared, flag, is_domain_trustable: true }
  }

  beforeEach(() => {
    flags.clear()
    calls = []
    limit = Number.POSITIVE_INFINITY
    vi.stubGlobal('fetch', async (url: string, { body = '{}' }: { body?: string }) => {
      const path = url.slice(url.indexOf('/api') + 4)
      calls.push(`${path} ${body}`)
      const given = JSON.parse(body)
      if (path === '/flags/senders') return Response.json({ senders: given.senders.map(stateOf) })
      if (path === '/flags/remove') {
        for (const id of given.ids) flags.delete(id)
        return Response.json({ removed: given.ids })
      }
      if (path === '/mail-reports') {
        if (given.id === unknownId) return Response.json({ detail: 'Gone' }, { status: 404 })
        limit -= 1
        return limit < 0
          ? Response.json({ detail: 'Too many requests' }, { status: 429 })
          : Response.json({ success: true })
      }
      const rows = given.flags.map((row: { line: number; value: string; flag_type: string }) => {
        const { line, value, flag_type } = row
        if (value.startsWith('full')) {
          const problem = {
            detail: 'You cannot have more flags.',
            code: 'too_many_flags',
            params: { max: 1000 },
          }
          return { line, outcome: 'conflict', problem }
        }
        flags.set(value, flag_type)
        return { line, outcome: 'new', flag: { id: value, flag_type, value } }
      })
      return Response.json({ rows })
    })
  })
  afterEach(() => {
    clearSelection()
    dropUndo(selectionKey)
    $locale.set(baseLocale)
    vi.unstubAllGlobals()
  })

  function mailOf(id: number, sender: string) {
    const sender_domain = sender.slice(sender.indexOf('@') + 1)
    return { id, sender_domain, sender_address: sender.includes('@') ? sender : '' }
  }

  function select(...senders: readonly string[]) {
    for (const [id, sender] of senders.entries()) selectMail(mailOf(id, sender), true)
  }

  const failed = () => $selectionResult.get()?.failed.map(({ label }) => label)

  test('the senders of selected mail are blocked in one call, and what failed is named and stays', async () => {
    select(
      'a@spam.example',
      'a@spam.example',
      'evil.example',
      'gmail.com',
      'x@gmail.com',
      'full.example',
    )
    await flagSelected('red')
    expect([...flags]).toEqual([
      ['a@spam.example', 'red'],
      ['evil.example', 'red'],
      ['x@gmail.com', 'red'],
    ])
    expect(calls.filter((call) => call.startsWith('/flags/set'))).toHaveLength(1)
    expect($selectionResult.get()?.text).toBe('3 senders are blocked.')
    expect(failed()).toEqual(['gmail.com', 'full.example'])
    expect($selectionResult.get()?.failed[0]?.reason).toContain('public mail provider')
    expect([...$selectedMail.get().keys()]).toEqual(['3', '5'])
    expect($undos.get().has(selectionKey)).toBe(true)
    await undoSelection()
    expect([...flags]).toEqual([])
  })

  test('after the limit of reports no more are sent, and the others stay selected', async () => {
    limit = 1
    select('a@spam.example')
    selectMail(mailOf(5, 'b@spam.example'), true)
    selectMail(mailOf(6, 'c@spam.example'), true)
    await reportSelected('dangerous')
    expect(calls).toHaveLength(2)
    expect($selectionResult.get()?.text).toBe('1 report was sent.')
    expect(failed()).toEqual(['b@spam.example', 'c@spam.example'])
    expect([...$selectedMail.get().keys()]).toEqual(['5', '6'])
  })

  test.each([true, false])('senders are trusted only after a yes: %s', async (yes) => {
    const questions = answerQuestions(yes)
    select('a@good.example', 'b@good.example', 'b@good.example')
    await flagSelected('green')
    expect(questions).toEqual([
      {
        text: 'Trust 2 senders? Some of their mail was judged to be dangerous.',
        action: 'Trust senders',
      },
    ])
    expect([...flags.values()]).toEqual(yes ? ['green', 'green'] : [])
    expect($selectionResult.get()?.text).toBe(yes ? '2 senders are trusted.' : undefined)
    expect($selectedMail.get().size).toBe(yes ? 0 : 3)
    expect($isSelectionBusy.get()).toBe(false)
  })

  test('a mail that the server does not have is named, and the others are still reported', async () => {
    select('a@spam.example', 'b@spam.example', 'c@spam.example')
    await reportSelected('honest')
    expect(calls).toHaveLength(3)
    expect($selectionResult.get()).toEqual({
      text: '2 reports were sent.',
      failedCount: 1,
      failed: [{ label: 'b@spam.example', reason: 'Gone' }],
    })
    expect([...$selectedMail.get().keys()]).toEqual(['1'])
  })

  test('a mail is deselected alone, and the end of the session or a press clears everything', async () => {
    select('a@spam.example', 'b@spam.example')
    selectMail(mailOf(0, 'a@spam.example'), false)
    expect([...$selectedMail.get().keys()]).toEqual(['1'])
    await reportSelected('honest')
    expect($selectionResult.get()).toBeDefined()
    clearSelection()
    expect([$selectedMail.get().size, $selectionResult.get()]).toEqual([0, undefined])
    select('a@spam.example')
    forgetSession()
    expect($selectedMail.get().size).toBe(0)
  })
})
