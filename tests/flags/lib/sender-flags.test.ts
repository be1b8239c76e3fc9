import { afterEach, expect, test } from 'vitest'
import { limits } from '../../../contract/core/limits.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import {
  $senders,
  lookUp,
  lookUpAgain,
  scopeToBlock,
  scopeToTrust,
  senderOf,
  stateOf,
  wantSender,
} from '../../../src/lib/flags/sender-flags.ts'
import { type StubbedCall, withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const name = 'POST /api/flags/senders'

afterEach(forgetSession)

function sendersIn({ input }: StubbedCall): string[] {
  return Object(input).senders
}

const answerAll = () =>
  server.answer({ [name]: (call) => ({ senders: sendersIn(call).map((sender) => ({ sender })) }) })
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
  const senders = Array.from({ length: 2 * limits.sendersAtOnce }, (_, index) => `${index}.example`)
  await lookUp([...senders, 'last.example'])
  expect(asked().map(({ length }) => length)).toEqual([
    ...[limits.sendersAtOnce, limits.sendersAtOnce, 1],
  ])
  expect([...$senders.get().keys()]).toEqual([...senders, 'last.example'])
})

test('the state of a sender is asked for once, and again after a change of flags', async () => {
  answerAll()
  expect(await stateOf('a.example')).toMatchObject({ sender: 'a.example', flag: null })
  await stateOf('a.example')
  expect(server.calls).toHaveLength(1)
  await stateOf('b.example')
  const flag = { id: 1, flag_type: 'red', value: 'a.example', reason: null, created_at: '' }
  server.answer({
    [name]: (call) => ({ senders: sendersIn(call).map((sender) => ({ sender, flag })) }),
  })
  await lookUpAgain()
  expect(asked().at(-1)).toEqual(['a.example', 'b.example'])
  expect(await stateOf('b.example')).toMatchObject({ flag: { value: 'a.example' } })
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
