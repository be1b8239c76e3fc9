import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Flag } from '../../../contract/flags/flag.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import {
  $undos,
  offerRestore,
  offerUndo,
  pauseUndo,
  resumeUndo,
  type SetRow,
  undo,
  undoMs,
} from '../../../src/lib/flags/sender-undo.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const set = 'POST /api/flags/set'
const remove = 'POST /api/flags/remove'
const key = 'a@spam.example'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  forgetSession()
  vi.useRealTimers()
})

const created_at = '2026-03-09T12:00:00.000Z'
const makeFlag = (id: number, flag: Partial<Flag> = {}): Flag => ({
  ...{ id, flag_type: 'red', value: `${id}.example`, reason: null, created_at, ...flag },
})
const makeRow = (row: Partial<SetRow>): SetRow => ({
  ...{ line: 1, outcome: 'new', flag: null, former: null, keys: [], ...row },
})
const added = makeRow({ flag: makeFlag(1) })

const isOffered = () => $undos.get().has(key)

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
  await expect(undo(key)).rejects.toMatchObject({ name: 'HttpError', words: { detail: 'Full' } })
  expect(server.names()).toEqual([set])
  vi.advanceTimersByTime(undoMs)
  expect(isOffered()).toBe(true)
})
