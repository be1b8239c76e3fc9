import { describe, expect, test } from 'vitest'
import { addCounts, countLine, countTests } from '../../tools/scripts/test-count.ts'

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
const playwright = (expected: number, flaky = 0) =>
  JSON.stringify({ stats: { expected, unexpected: 0, flaky, skipped: 2 } })

describe('the count of tests', () => {
  test('takes the figures of both runners, and a flaky test as a failure', () => {
    const unit = countTests(vitest(2, 1, [file('failed', 'passed', 'passed', 'failed')]), 1)
    const browser = countTests(playwright(3, 1), 0)
    expect(unit).toEqual({ passed: 2, failed: 1, skipped: 2 })
    expect(browser).toEqual({ passed: 3, failed: 1, skipped: 2 })
    expect(countLine(addCounts([unit, browser]))).toBe('tests: 5 passed, 2 failed, 4 skipped')
  })

  test('counts a file that does not load as a failure', () => {
    const files = [file('passed', 'passed'), file('failed')]
    expect(countTests(vitest(1, 0, files), 1).failed).toBe(1)
  })

  test.each([
    ['left no report', undefined, 1],
    ['left half a report', '{"stats":', 1],
    ['failed though no test did', playwright(3), 1],
    ['left no report and no sign of failing', undefined, 0],
  ])('counts a runner that %s as a failure', (_, report, exitCode) => {
    expect(countTests(report, exitCode).failed).toBe(1)
  })

  test('does not mention skipped tests when there are none', () => {
    const count = { passed: 3, failed: 0, skipped: 0 }
    expect(countLine(count)).toBe('tests: 3 passed, 0 failed')
  })
})
