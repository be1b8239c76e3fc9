import { expect, test } from 'vitest'
import { minuteMs } from '../../../server/core/clock.ts'
import { keepReadings, sizeOf, unpack } from '../../../server/judge/memory/packed.ts'
import { createTestClock } from '../../support/server/clock.ts'

/** Reads texts of a length, and says of what it was asked. */
function keepTexts(mostBytes: number) {
  const clock = createTestClock()
  const asked: string[] = []
  const reading = Promise.withResolvers<void>()
  const kept = keepReadings({
    clock,
    forMs: 10 * minuteMs,
    mostBytes,
    read: async (id) => {
      asked.push(id)
      if (id.startsWith('slow')) await reading.promise
      if (id === 'broken' && asked.length === 1) throw new Error('no connection')
      return `${id} ${'x'.repeat(900)}`
    },
  })
  const first = async (id: string) => unpack(await kept(id)).split(' ')[0]
  return { clock, asked, kept, first, reading }
}

test('what was read is kept for its time, and then read again', async () => {
  const { clock, asked, first } = keepTexts(1_000_000)
  expect(await first('one')).toBe('one')
  clock.pass(9 * minuteMs)
  expect(await first('one')).toBe('one')
  expect(asked).toEqual(['one'])
  clock.pass(2 * minuteMs)
  expect(await first('one')).toBe('one')
  expect(asked).toEqual(['one', 'one'])
})

test('mails that come at once wait for one reading', async () => {
  const { asked, first, reading } = keepTexts(1_000_000)
  const waiting = [first('slow'), first('slow'), first('slow')]
  reading.resolve()
  expect(await Promise.all(waiting)).toEqual(['slow', 'slow', 'slow'])
  expect(asked).toEqual(['slow'])
})

test('a reading that failed is not kept', async () => {
  const { first } = keepTexts(1_000_000)
  await expect(first('broken')).rejects.toThrow('no connection')
  expect(await first('broken')).toBe('broken')
})

test('what is kept has so many bytes at most, whatever it is of', async () => {
  const { asked, kept, first } = keepTexts(10_000)
  const size = sizeOf(await kept('organization-0'))
  const room = Math.floor(10_000 / size)
  for (let number = 1; number <= room; number += 1) await first(`organization-${number}`)
  asked.length = 0
  // The last ones have taken the room of the first.
  await first(`organization-${room}`)
  await first('organization-1')
  expect(asked).toEqual([])
  expect(await first('organization-0')).toBe('organization-0')
  expect(asked).toEqual(['organization-0'])
})

test('who waits for a reading gets it, although others take its room', async () => {
  const { first, reading } = keepTexts(3000)
  const waiting = first('slow')
  for (const id of ['one', 'two', 'three', 'four', 'five']) expect(await first(id)).toBe(id)
  reading.resolve()
  expect(await waiting).toBe('slow')
})

test('what is larger than all room is read each time', async () => {
  const { asked, first } = keepTexts(500)
  expect([await first('one'), await first('one')]).toEqual(['one', 'one'])
  expect(asked).toEqual(['one', 'one'])
})
