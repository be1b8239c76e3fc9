import * as v from 'valibot'

export interface TestCount {
  passed: number
  failed: number
  skipped: number
}

/** Vitest's JSON report. A file that does not load has failed, although none of its tests has. */
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
    }
  }),
)

/** Playwright's JSON report. A flaky test has failed once, so it counts as failed. */
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
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
    }
  }),
)

const anyReport = v.union([vitestReport, playwrightReport])

/**
 * Counts the tests in a runner's report. A runner that fails as a whole (it crashed, left no
 * report, or found nothing to run) counts as one failure, so that the last line never looks better
 * than the run.
 */
export function countTests(report: string | undefined, exitCode: number): TestCount {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), anyReport), report)
  const count = parsed.success ? parsed.output : { passed: 0, failed: 0, skipped: 0 }
  const isBroken = exitCode !== 0 || !parsed.success
  return isBroken && count.failed === 0 ? { ...count, failed: 1 } : count
}

export function addCounts(counts: readonly TestCount[]): TestCount {
  const sum = (key: keyof TestCount) => counts.reduce((total, count) => total + count[key], 0)
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
  }
}

/** The last line of `npm test`; other tools read it. */
export function countLine({ passed, failed, skipped }: TestCount): string {
  const notRun = skipped > 0 ? `, ${skipped} skipped` : ''
  return `tests: ${passed} passed, ${failed} failed${notRun}`
}
