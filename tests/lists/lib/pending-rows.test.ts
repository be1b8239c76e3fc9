import { expect, test } from 'vitest'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { pendingRows } from '../../../src/lib/core/ui-state/change.ts'

test('a row runs one action at a time, and another row runs its own', async () => {
  const { $pending, run } = pendingRows()
  const started: string[] = []
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const runFirst = run(1, () => {
    started.push('first')
    return first.promise
  })
  const runSecond = run(2, () => {
    started.push('second')
    return second.promise
  })
  await run(1, async () => void started.push('first again'))
  expect(started).toEqual(['first', 'second'])
  expect([...$pending.get()]).toEqual([1, 2])
  first.resolve()
  await runFirst
  expect([...$pending.get()]).toEqual([2])
  second.resolve()
  await runSecond
  expect([...$pending.get()]).toEqual([])
  await run(1, async () => void started.push('first later'))
  expect(started).toEqual(['first', 'second', 'first later'])
})

test('a row whose action fails can be tried again', async () => {
  const { $pending, run } = pendingRows()
  await expect(run('a', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect([...$pending.get()]).toEqual([])
})

test('after the session no row is pending', () => {
  const { $pending, run } = pendingRows()
  void run(1, () => new Promise(() => {}))
  forgetSession()
  expect([...$pending.get()]).toEqual([])
})
