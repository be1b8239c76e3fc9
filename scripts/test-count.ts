import * as v from 'valibot'

export interface TestCount {
  passed: number
  failed: number
  skipped: number
  /** How many of the passed ones failed at first; only the browser tests are tried again, once. */
  retried: number
}

/** Of Vitest's JSON report. A file that does not load has failed without any test of its own failing. */
const vitestReport = v.pipe(
  v.object({
    numPassedTests: v.number(),
    numFailedTests: v.number(),
    numPendingTests: v.number(),
    numTodoTests: v.number(),
    testResults: v.array(
      v.object({ status: v.string(), assertionResults: v.array(v.object({ status: v.string() })) }),
    ),
  }),
  v.transform((report): TestCount => {
    const broken = report.testResults.filter(
      (file) =>
        file.status === 'failed' &&
        file.assertionResults.every(({ status }) => status !== 'failed'),
    )
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken.length,
      skipped: report.numPendingTests + report.numTodoTests,
      retried: 0,
    }
  }),
)

/** Of Playwright's JSON report. A flaky test passed in the end, and is counted aside as well. */
const playwrightReport = v.pipe(
  v.object({
    stats: v.object({
      expected: v.number(),
      unexpected: v.number(),
      flaky: v.number(),
      skipped: v.number(),
    }),
  }),
  v.transform(({ stats }): TestCount => {
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      retried: stats.flaky,
    }
  }),
)

const anyReport = v.union([vitestReport, playwrightReport])

/**
 * What a runner's report counts. A runner that fails as a whole (it crashed, left no report, or found
 * nothing to run) counts as one failure, so that the line at the end never looks better than the run.
 */
export function countTests(report: string | undefined, exitCode: number): TestCount {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), anyReport), report)
  const count = parsed.success ? parsed.output : { passed: 0, failed: 0, skipped: 0, retried: 0 }
  const isBroken = exitCode !== 0 || !parsed.success
  return isBroken && count.failed === 0 ? { ...count, failed: 1 } : count
}

export function addCounts(counts: readonly TestCount[]): TestCount {
  const sum = (key: keyof TestCount) => counts.reduce((total, count) => total + count[key], 0)
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    retried: sum('retried'),
  }
}

/** The line that ends `npm test`; other tools read it. */
export function countLine({ passed, failed, skipped, retried }: TestCount): string {
  const notRun = skipped > 0 ? `, ${skipped} skipped` : ''
  const again = retried > 0 ? `, ${retried} only at the second try` : ''
  return `tests: ${passed} passed, ${failed} failed${notRun}${again}`
}
