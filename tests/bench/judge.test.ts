import { expect, test } from 'vitest'
import { barsOf } from '../../tools/bench/judge/report.ts'

test('a bar of the judge compares other calls beside mails with calm ones', () => {
  const answer = (name: string, ms: number, status = 200, retryAfter: string | null = null) => ({
    name,
    ms,
    status,
    retryAfter,
  })
  const others = (ms: number) => [answer('session check', ms), answer('employee dashboard', 2 * ms)]
  const bars = barsOf({
    calm: [{ mails: [], others: others(2) }],
    loaded: [
      {
        mails: [answer('small', 10), answer('medium', 120), answer('large', 900)],
        others: [...others(5), answer('session check', 1, 500)],
      },
    ],
    overload: {
      mails: [answer('small', 1, 503, '1'), answer('small', 1, 503), answer('small', 1, 502)],
      others: [],
    },
    coldMs: 1,
    peakMemoryMb: 1,
    cpuMsPerMail: 1,
  })
  expect(bars.map(({ value, limit }) => [value, limit])).toEqual([
    [120, 100],
    [900, 1000],
    [2.5, 1.5],
    [2.5, 1.5],
    [1, 0],
    [1, 1],
    [2, 0],
  ])
})
