import * as v from 'valibot'
import { expect, test } from 'vitest'
import { showJudgeEndpoint } from '../../../contract/judge/judge-settings.ts'
import { weeksOf } from '../../../src/lib/judge/judge-settings.ts'

const none = { judged: 0, marked: 0, reported_dangerous: 0, reported_honest: 0 }

/** The last five weeks, of which the first and the last are not whole. */
function weeksWith(days: readonly object[], range: object = {}) {
  const given = { first_day: '2026-02-11', last_day: '2026-03-12', days, ...range }
  const settings = v.parse(showJudgeEndpoint.output, { ...none, ...given })
  return weeksOf({ ...settings, organization_id: 'o1' })
}

test('the days of a week are one bar, and weeks before the judge was asked are not known', () => {
  const weeks = weeksWith([
    { day: '2026-02-22', judged: 4, marked: 1, reported_dangerous: 0, reported_honest: 0 },
    { day: '2026-03-02', judged: 5, marked: 3, reported_dangerous: 1, reported_honest: 1 },
    { day: '2026-03-08', judged: 6, marked: 2, reported_dangerous: 1, reported_honest: 0 },
  ])
  expect(weeks).toEqual({
    times: ['2026-02-09', '2026-02-16', '2026-02-23', '2026-03-02', '2026-03-09'],
    judged: [null, 4, 0, 11, 0],
    dangerous: [null, 0, 0, 2, 0],
    honest: [null, 0, 0, 1, 0],
    quiet: [null, 1, 0, 2, 0],
  })
})

test('a user who moved with an opinion leaves no bar below zero', () => {
  const day = { day: '2026-03-11', judged: 1, marked: 0, reported_dangerous: 1, reported_honest: 0 }
  expect(weeksWith([day])?.quiet.at(-1)).toBe(0)
})

test.each([
  ['nothing was judged', [], {}],
  ['the server does not count by day', [{ day: '2026-03-11', ...none }], { first_day: null }],
])('there is no picture where %s', (_, days, range) => {
  expect(weeksWith(days, range)).toBeUndefined()
})
