import * as v from 'valibot'
import { numbersIn } from './test-tags.ts'

/*
 * The proof of a run: the numbers in the tags of tests that ran and passed, including the tags of
 * their groups. A test in code that is never reached is in no report. Tests that were skipped, for
 * example because the machine lacks a program, are listed separately.
 */

export interface RunRequirements {
  readonly passed: ReadonlySet<string>
  readonly skipped: ReadonlySet<string>
}

interface TestResult {
  readonly tags: readonly string[]
  readonly state: 'passed' | 'skipped' | 'failed'
}

const vitestReport = v.object({
  testResults: v.array(
    v.object({
      assertionResults: v.array(v.object({ tags: v.array(v.string()), status: v.string() })),
    }),
  ),
})

interface Suite {
  readonly suites?: readonly Suite[] | undefined
  readonly specs: readonly {
    readonly tags: readonly string[]
    readonly tests: readonly { readonly expectedStatus: string; readonly status: string }[]
  }[]
}

const suite: v.GenericSchema<unknown, Suite> = v.object({
  suites: v.optional(v.array(v.lazy(() => suite))),
  specs: v.array(
    v.object({
      tags: v.array(v.string()),
      tests: v.array(v.object({ expectedStatus: v.string(), status: v.string() })),
    }),
  ),
})
const playwrightReport = v.object({ suites: v.array(suite) })

/** @returns numbers of requirements; none if the report cannot be read */
export function requirementsOfRun(report: string | undefined): RunRequirements {
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), v.union([vitestReport, playwrightReport])),
    report,
  )
  const results = parsed.success ? resultsOf(parsed.output) : []
  const numbers = (wanted: TestResult['state']) =>
    new Set(results.filter(({ state }) => state === wanted).flatMap(({ tags }) => numbersIn(tags)))
  return { passed: numbers('passed'), skipped: numbers('skipped') }
}

function resultsOf(
  report: v.InferOutput<typeof vitestReport> | v.InferOutput<typeof playwrightReport>,
): TestResult[] {
  if ('suites' in report) return report.suites.flatMap(resultsIn)
  return report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ tags, status }) => ({
      tags,
      state: vitestStates.get(status) ?? 'failed',
    })),
  )
}

const vitestStates: ReadonlyMap<string, TestResult['state']> = new Map([
  ['passed', 'passed'],
  ['pending', 'skipped'],
  ['skipped', 'skipped'],
])

function resultsIn({ suites = [], specs }: Suite): TestResult[] {
  return [
    ...suites.flatMap(resultsIn),
    ...specs.flatMap(({ tags, tests }) => tests.map((test) => ({ tags, state: stateOf(test) }))),
  ]
}

/** A test that is expected to fail, and fails, has not passed. */
function stateOf({
  expectedStatus,
  status,
}: {
  expectedStatus: string
  status: string
}): TestResult['state'] {
  if (status === 'skipped') return 'skipped'
  return expectedStatus === 'passed' && status === 'expected' ? 'passed' : 'failed'
}
