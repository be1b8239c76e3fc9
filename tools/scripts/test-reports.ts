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

type State = 'passed' | 'skipped' | 'failed'

interface TestResult {
  readonly tags: readonly string[]
  readonly state: State
  /** Whether it shows that what its tags name is so. */
  readonly isProof: boolean
}

const vitestReport = v.object({
  testResults: v.array(
    v.object({
      status: v.string(),
      assertionResults: v.array(v.object({ tags: v.array(v.string()), status: v.string() })),
    }),
  ),
})

const ofSpec = v.object({
  tags: v.array(v.string()),
  tests: v.array(v.object({ expectedStatus: v.string(), status: v.string() })),
})
interface Suite {
  readonly suites?: readonly Suite[] | undefined
  readonly specs: readonly v.InferOutput<typeof ofSpec>[]
}
const suite: v.GenericSchema<unknown, Suite> = v.object({
  suites: v.optional(v.array(v.lazy(() => suite))),
  specs: v.array(ofSpec),
})

const anyReport = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([
    v.pipe(
      vitestReport,
      v.transform(({ testResults }) => testResults.flatMap(resultsOfFile)),
    ),
    v.pipe(
      v.object({ suites: v.array(suite) }),
      v.transform(({ suites }) => suites.flatMap(resultsOfSuite)),
    ),
  ]),
)

const vitestStates: ReadonlyMap<string, State> = new Map([
  ['passed', 'passed'],
  ['pending', 'skipped'],
  ['skipped', 'skipped'],
  ['todo', 'skipped'],
])

type VitestFile = v.InferOutput<typeof vitestReport>['testResults'][number]

function resultsOfFile({ status, assertionResults }: VitestFile): TestResult[] {
  const results = assertionResults.map((test) => {
    const state = vitestStates.get(test.status) ?? 'failed'
    return { tags: test.tags, state, isProof: state === 'passed' }
  })
  // A file that does not load has failed, although none of its tests has.
  const isBroken = status === 'failed' && results.every(({ state }) => state !== 'failed')
  return isBroken ? [...results, { tags: [], state: 'failed', isProof: false }] : results
}

function resultsOfSuite({ suites = [], specs }: Suite): TestResult[] {
  return [
    ...suites.flatMap(resultsOfSuite),
    ...specs.flatMap(({ tags, tests }) =>
      tests.map(({ expectedStatus, status }) => ({
        tags,
        state: playwrightStates.get(status) ?? 'failed',
        // A test that is expected to fail, and fails, proves nothing.
        isProof: expectedStatus === 'passed' && status === 'expected',
      })),
    ),
  ]
}

/** A flaky test has failed once, so it counts as failed. */
const playwrightStates: ReadonlyMap<string, State> = new Map([
  ['expected', 'passed'],
  ['skipped', 'skipped'],
])

/** @returns undefined if the report cannot be read */
function readReport(report: string | undefined): readonly TestResult[] | undefined {
  const parsed = v.safeParse(anyReport, report)
  return parsed.success ? parsed.output : undefined
}

interface RunRequirements {
  readonly passed: ReadonlySet<string>
  readonly skipped: ReadonlySet<string>
}

/** @returns numbers of requirements; none if the report cannot be read */
export function requirementsOfRun(report: string | undefined): RunRequirements {
  const results = readReport(report) ?? []
  const numbers = (wanted: (result: TestResult) => boolean) =>
    new Set(results.filter(wanted).flatMap(({ tags }) => numbersIn(tags)))
  return {
    passed: numbers(({ isProof }) => isProof),
    skipped: numbers(({ state }) => state === 'skipped'),
  }
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

/**
 * Counts the tests in a runner's report. A runner that fails as a whole (it crashed, left no
 * report, or found nothing to run) counts as one failure, so that the last line never looks better
 * than the run.
 */
export function countTests(report: string | undefined, exitCode: number): TestCount {
  const results = readReport(report)
  const count = (wanted: State) => (results ?? []).filter(({ state }) => state === wanted).length
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')]
  const isBroken = exitCode !== 0 || results === undefined
  return { passed, failed: isBroken ? Math.max(1, failed) : failed, skipped }
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
