import * as v from 'valibot'
import { numbersIn } from './test-titles.ts'

/*
 * What a run proves: the numbers in the titles of tests that ran and passed, and in those of the
 * groups around them. A test in code that is never reached is in no report.
 */

const vitestReport = v.object({
  testResults: v.array(
    v.object({
      assertionResults: v.array(
        v.object({ ancestorTitles: v.array(v.string()), title: v.string(), status: v.string() }),
      ),
    }),
  ),
})

interface Suite {
  readonly title: string
  readonly suites?: readonly Suite[] | undefined
  readonly specs: readonly {
    readonly title: string
    readonly tests: readonly { readonly expectedStatus: string; readonly status: string }[]
  }[]
}

const suite: v.GenericSchema<unknown, Suite> = v.object({
  title: v.string(),
  suites: v.optional(v.array(v.lazy(() => suite))),
  specs: v.array(
    v.object({
      title: v.string(),
      tests: v.array(v.object({ expectedStatus: v.string(), status: v.string() })),
    }),
  ),
})
const playwrightReport = v.object({ suites: v.array(suite) })

/** @returns numbers of requirements; none of a report that cannot be read */
export function passedRequirements(report: string | undefined): Set<string> {
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), v.union([vitestReport, playwrightReport])),
    report,
  )
  if (!parsed.success) return new Set()
  const titles =
    'suites' in parsed.output
      ? parsed.output.suites.flatMap(passedTitles)
      : parsed.output.testResults.flatMap(({ assertionResults }) =>
          assertionResults
            .filter(({ status }) => status === 'passed')
            .flatMap(({ ancestorTitles, title }) => [...ancestorTitles, title]),
        )
  return new Set(titles.flatMap(numbersIn))
}

function passedTitles({ title, suites = [], specs }: Suite): string[] {
  const inside = [
    ...suites.flatMap(passedTitles),
    ...specs
      .filter(({ tests }) => tests.some(isPassed))
      .map(({ title: titleOfTest }) => titleOfTest),
  ]
  return inside.length === 0 ? [] : [title, ...inside]
}

/** A test that is expected to fail and does so has not passed. */
function isPassed({ expectedStatus, status }: { expectedStatus: string; status: string }): boolean {
  return expectedStatus === 'passed' && status === 'expected'
}
