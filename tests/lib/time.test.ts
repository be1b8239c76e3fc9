import { describe, expect, test } from 'vitest'
import { parseTime } from '../../src/lib/contract/time.ts'
import { displayTime } from '../../src/lib/format.ts'

describe('a timestamp of an answer', () => {
  test('R006 without a zone is UTC', () => {
    expect(parseTime('2026-03-01T09:30:00')?.toISOString()).toBe('2026-03-01T09:30:00.000Z')
  })

  test('R006 with a zone keeps its moment', () => {
    expect(parseTime('2026-03-01T12:30:00+03:00')?.toISOString()).toBe('2026-03-01T09:30:00.000Z')
  })

  test.each(['yesterday', '', '2026-13-45', '5'])('R006 that reads %j is not a time', (text) => {
    expect(parseTime(text)).toBeUndefined()
  })

  test('R006 is shown short and local, with the exact moment for machines', () => {
    const shown = displayTime('2026-03-01T09:30:00')
    expect(shown.text).toMatch(/Mar 1, 2026/)
    expect(shown.machine).toBe('2026-03-01T09:30:00.000Z')
  })

  test('R006 that cannot be read is shown as it came', () => {
    expect(displayTime('last Tuesday')).toEqual({ text: 'last Tuesday', machine: undefined })
  })
})
