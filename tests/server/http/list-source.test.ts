import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { chunksOf } from '../../../server/http/list-source.ts'

test('many lists at once leave as much room for other calls as one', async () => {
  const lists = 20
  const rowsOfList = 10
  let reads = 0
  const source = {
    searched: () => [],
    async read(after: string, limit: number) {
      reads += 1
      const row = Number(after) + 1
      return row > rowsOfList ? [] : Array.from({ length: limit }, () => ({ id: String(row) }))
    },
  }
  const drain = async () => {
    for await (const _ of chunksOf(source, { after: '0', search: '' }, 1));
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
