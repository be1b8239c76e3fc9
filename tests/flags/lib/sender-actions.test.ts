import { afterEach, expect, test } from 'vitest'
import type { FlagType } from '../../../contract/flags/flag.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import {
  $opinions,
  $senderNotes,
  flagSender,
  reportScan,
  undoSender,
  unflagSender,
  valuesToFlag,
} from '../../../src/lib/flags/sender-actions.ts'
import { $senders, type SenderState } from '../../../src/lib/flags/sender-flags.ts'
import { $undos } from '../../../src/lib/flags/sender-undo.ts'
import { answerQuestions } from '../../support/browser/screen-state.ts'
import { refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'

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
] as const)('one click sets a %s flag, says so, and offers to undo it', async (flag_type, text) => {
  know()
  acceptFlags()
  await flagSender(address, flag_type)
  expect(server.inputs(set)).toEqual([
    { replaces: true, flags: [{ line: 1, flag_type, value: address }] },
  ])
  expect(noteOf(address)).toEqual({ kind: 'done', text })
  expect($undos.get().has(address)).toBe(true)
  expect(server.names()).toEqual([look, set, look])
})

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
