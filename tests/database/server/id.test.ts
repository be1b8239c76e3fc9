import { expect, test } from 'vitest'
import { newId } from '../../../server/database/id.ts'

test('ids are ascending UUIDs of version 7, within a millisecond too', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids.slice(0, 100)) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  }
  const time = Number.parseInt(ids[0]?.replace('-', '').slice(0, 12) ?? '', 16)
  expect(Math.abs(time - Date.now())).toBeLessThan(60_000)
})
