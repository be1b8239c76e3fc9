import { describe, expect, test, vi } from 'vitest'
import { parseTime } from '../../../contract/core/time.ts'
import { displayTime } from '../../../src/lib/core/i18n/format.ts'

describe('a timestamp in an answer', () => {
  test('without a zone is UTC', { tags: ['R006'] }, () => {
    expect(parseTime('2026-03-01T09:30:00')?.toISOString()).toBe('2026-03-01T09:30:00.000Z')
  })

  test('with a zone keeps its instant', { tags: ['R006'] }, () => {
    expect(parseTime('2026-03-01T12:30:00+03:00')?.toISOString()).toBe('2026-03-01T09:30:00.000Z')
  })

  test.each(['yesterday', '', '2026-13-45', '5'])(
    '%j is not a time',
    { tags: ['R006'] },
    (text) => {
      expect(parseTime(text)).toBeUndefined()
    },
  )

  test.each([
    '2025-02-29',
    '2025-02-30',
    '2025-04-31T10:00:00Z',
    '2026-02-30T23:30:00-05:00',
    '1900-02-29',
  ])('%j names a day that does not exist', (text) => {
    expect(parseTime(text)).toBeUndefined()
  })

  test.each([
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T23:30:00-05:00', '2000-03-01T04:30:00.000Z'],
    ['2025-12-31T23:59:59.999+14:00', '2025-12-31T09:59:59.999Z'],
  ])('%j is parsed as %s', (text, iso) => {
    expect(parseTime(text)?.toISOString()).toBe(iso)
  })

  test.each([
    ['Asia/Amman', /^Mar 2, 2026, 1:30\sAM$/, 'Mar 2, 2026'],
    ['America/New_York', /^Mar 1, 2026, 5:30\sPM$/, 'Mar 1, 2026'],
  ])(
    'is shown short and in local time in %s, with the exact time for machines',
    { tags: ['R006'] },
    async (zone, time, date) => {
      vi.stubEnv('TZ', zone)
      vi.resetModules()
      const format = await import('../../../src/lib/core/i18n/format.ts')
      const shown = format.displayTime('2026-03-01T22:30:00')
      expect(shown.text).toMatch(time)
      expect(shown.machine).toBe('2026-03-01T22:30:00.000Z')
      expect(format.displayDate('2026-03-01T22:30:00').text).toBe(date)
      vi.unstubAllEnvs()
    },
  )

  test('is shown unchanged when it is invalid', { tags: ['R006'] }, () => {
    expect(displayTime('last Tuesday')).toEqual({ text: 'last Tuesday', machine: undefined })
  })
})
