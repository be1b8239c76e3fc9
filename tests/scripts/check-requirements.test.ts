import { describe, expect, test } from 'vitest'
import { requirementsOfRun } from '../../tools/scripts/test-reports.ts'

describe('a run', { tags: ['A302'] }, () => {
  const vitest = (...tests: [tags: string[], status: string][]) =>
    JSON.stringify({
      testResults: [{ assertionResults: tests.map(([tags, status]) => ({ tags, status })) }],
    })
  const playwright = (expectedStatus: string, status: string) =>
    JSON.stringify({
      suites: [
        {
          title: 'a.spec.ts',
          specs: [],
          suites: [
            {
              title: 'group',
              specs: [{ tags: ['R001', 'R002', 'firefox'], tests: [{ expectedStatus, status }] }],
            },
          ],
        },
      ],
    })

  test('proves what tests that passed are tagged with', () => {
    const report = vitest(
      [['R001', 'R002'], 'passed'],
      [['R003'], 'failed'],
      [['R005', 'R006'], 'pending'],
    )
    const { passed, skipped } = requirementsOfRun(report)
    expect([...passed]).toEqual(['R001', 'R002'])
    expect([...skipped]).toEqual(['R005', 'R006'])
    const browser = requirementsOfRun(playwright('passed', 'expected'))
    expect([...browser.passed]).toEqual(['R001', 'R002'])
  })

  test.each([
    ['failed', 'passed', 'unexpected'],
    ['passed at the second try only', 'passed', 'flaky'],
    ['failed as expected', 'failed', 'expected'],
    ['was skipped', 'skipped', 'skipped'],
  ])('proves nothing by a browser test that %s', (_, expectedStatus, status) => {
    const { passed, skipped } = requirementsOfRun(playwright(expectedStatus, status))
    expect(passed.size).toBe(0)
    expect(skipped.size).toBe(status === 'skipped' ? 2 : 0)
  })

  test('proves nothing without a report', () => {
    for (const report of [undefined, '{']) expect(requirementsOfRun(report).passed.size).toBe(0)
  })
})
