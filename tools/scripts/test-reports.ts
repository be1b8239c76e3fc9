import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { findMailPrograms, findProgram, unpackedServers } from '../mail-lab/programs.ts'
import { findPostgres } from './find-postgres.ts'
import { root } from './run-command.ts'

/*
 * The proof of a run: the numbers in the tags of tests that ran and passed, including the tags of
 * their groups. A test in code that is never reached is in no report. Tests that were skipped, for
 * example because the machine lacks a program, are listed separately.
 */

interface RunRequirements {
  readonly passed: ReadonlySet<string>
  readonly skipped: ReadonlySet<string>
}

interface TestResult {
  readonly tags: readonly string[]
  readonly state: 'passed' | 'skipped' | 'failed'
}

const vitestTags = v.object({
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
const playwrightTags = v.object({ suites: v.array(suite) })

/** @returns numbers of requirements; none if the report cannot be read */
export function requirementsOfRun(report: string | undefined): RunRequirements {
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), v.union([vitestTags, playwrightTags])),
    report,
  )
  const results = parsed.success ? resultsOf(parsed.output) : []
  const numbers = (wanted: TestResult['state']) =>
    new Set(results.filter(({ state }) => state === wanted).flatMap(({ tags }) => numbersIn(tags)))
  return { passed: numbers('passed'), skipped: numbers('skipped') }
}

function resultsOf(
  report: v.InferOutput<typeof vitestTags> | v.InferOutput<typeof playwrightTags>,
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

/** The numbers of requirements among the tags of a test; Playwright's begin with @. */
function numbersIn(tags: readonly string[]): string[] {
  return tags.map((tag) => tag.replace(/^@/, '')).filter((tag) => /^R\d{3}$/.test(tag))
}

/** The numbers of docs/requirements.md, in its order. */
export function listedRequirements(): string[] {
  const list = readFileSync(join(root, 'docs/requirements.md'), 'utf8')
  return [...list.matchAll(/^- \*\*(R\d{3})\*\* \S/gm)].map(([, number = '']) => number)
}

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

/** Programs that some tests need and that are not here; for Postfix also the right to start it. */
export function missingPrograms(): readonly string[] {
  const mail = findMailPrograms()
  return [
    ...(findPostgres() === undefined ? ['postgresql'] : []),
    ...[
      'nginx',
      'haproxy',
      'pgbouncer',
      'swaks',
      'dovecot',
      'prometheus',
      'promtool',
      'systemd-analyze',
    ].filter((name) => findProgram(name) === undefined),
    ...(unpackedServers === undefined ? ['Cyrus and Courier: run .ci/mail-servers'] : []),
    ...('missing' in mail ? [mail.missing] : []),
  ]
}

/**
 * The message about skipped tests.
 * @param isProof whether the run has to prove everything, as in continuous integration
 */
export function judgeSkipped(
  skipped: number,
  missing: readonly string[],
  isProof: boolean,
): { readonly words: string; readonly fails: boolean } {
  if (skipped === 0) return { words: '', fails: false }
  const why = missing.length === 0 ? '' : ` Missing here: ${missing.join('; ')}.`
  const refusal = isProof ? ' With CI=true no test may be skipped.' : ''
  return { words: `${skipped} tests were skipped.${why}${refusal}`, fails: isProof }
}
