import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { chunksOf } from '../../../server/http/list-page.ts'

test('many simultaneous lists leave as much room for other calls as one', async () => {
  const lists = 20
  const rowsOfList = 10
  let reads = 0
  const read = async (after = 0, limit: number) => {
    reads += 1
    const row = after + 1
    return row > rowsOfList ? [] : Array.from({ length: limit }, () => row)
  }
  const drain = async () => {
    for await (const _ of chunksOf(read, 0, 1));
  }
  const drained = Promise.all(Array.from({ length: lists }, drain))
  let isDone = false
  const done = drained.then(() => {
    isDone = true
  })
  const readsInRound: number[] = []
  while (!isDone) {
    const before = reads
    await setImmediate()
    readsInRound.push(reads - before)
  }
  await done
  expect(reads).toBe(lists * (rowsOfList + 1))
  expect(Math.max(...readsInRound)).toBeLessThanOrEqual(2)
})
