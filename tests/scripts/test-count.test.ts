import { describe, expect, test } from 'vitest'
import { addCounts, countLine, countTests } from '../../scripts/test-count.ts'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((it) => ({ status: it })),
})
const vitest = (passed: number, failed: number, files: ReturnType<typeof file>[]) =>
  JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: files,
  })
const playwright = (expected: number, unexpected: number) =>
  JSON.stringify({ stats: { expected, unexpected, flaky: 1, skipped: 2 } })

describe('the count of tests', () => {
  test('takes the figures of both runners', () => {
    const unit = countTests(vitest(2, 1, [file('failed', 'passed', 'passed', 'failed')]), 1)
    const browser = countTests(playwright(3, 0), 0)
    expect(unit).toEqual({ passed: 2, failed: 1, skipped: 2, retried: 0 })
    expect(browser).toEqual({ passed: 4, failed: 0, skipped: 2, retried: 1 })
    expect(countLine(addCounts([unit, browser]))).toBe(
      'tests: 6 passed, 1 failed, 4 skipped, 1 only at the second try',
    )
  })

  test('counts a file that does not load as a failure', () => {
    const files = [file('passed', 'passed'), file('failed')]
    expect(countTests(vitest(1, 0, files), 1).failed).toBe(1)
  })

  test.each([
    ['left no report', undefined, 1],
    ['left half a report', '{"stats":', 1],
    ['failed though no test did', playwright(3, 0), 1],
    ['left no report and no sign of failing', undefined, 0],
  ])('counts a runner that %s as a failure', (_, report, exitCode) => {
    expect(countTests(report, exitCode).failed).toBe(1)
  })

  test('does not speak of skipped and repeated tests when there are none', () => {
    const count = { passed: 3, failed: 0, skipped: 0, retried: 0 }
    expect(countLine(count)).toBe('tests: 3 passed, 0 failed')
  })
})
