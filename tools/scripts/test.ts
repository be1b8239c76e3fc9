import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  browserRooms,
  browserTestsFor,
  changedSince,
  listTests,
  readersOf,
  startOfBranch,
} from './changed-tests.ts'
import { findBrowser, findShell } from './find-browser.ts'
import { findFirefox } from './find-firefox.ts'
import { root, run, stopChildrenWithUs } from './run-command.ts'
import {
  addCounts,
  countLine,
  countTests,
  judgeSkipped,
  listedRequirements,
  missingPrograms,
  requirementsOfRun,
  type TestCount,
} from './test-reports.ts'

const [first = '', second] = process.argv.slice(2)
/** Runs everything on PostgreSQL too, and the journeys again in other places. */
const isAll = first === '--all'
const reports = mkdtempSync(join(tmpdir(), 'aman-tests-'))

/** Numbers of the requirements that tests of this run proved, or skipped on this machine. */
const proven = new Set<string>()
const skippedHere = new Set<string>()

/** Counts the tests in a runner's report and records which requirements they prove. */
function takeReport(path: string, exitCode: number): TestCount {
  const report = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  const { passed, skipped } = requirementsOfRun(report)
  for (const number of passed) proven.add(number)
  for (const number of skipped) skippedHere.add(number)
  return countTests(report, exitCode)
}

/** Counts the requirements of the list that no test of this run proved. */
function countUnproven(): TestCount {
  const open = listedRequirements().filter((number) => !proven.has(number))
  const skipped = open.filter((number) => skippedHere.has(number))
  const unproven = open.filter((number) => !skippedHere.has(number))
  if (skipped.length > 0) {
    console.log(
      `\nNot proven on this machine, because their tests were skipped: ${skipped.join(', ')}`,
    )
  }
  if (unproven.length > 0) {
    console.error(
      `\nIn docs/requirements.md, but no passed test is tagged with: ${unproven.join(', ')}`,
    )
  }
  return { passed: 0, failed: unproven.length, skipped: 0 }
}

/** @param name of the report */
async function runVitest(name: string, args: readonly string[]): Promise<TestCount> {
  const report = join(reports, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { exitCode } = await run('vitest', ['run', ...reporters, ...args], { output: 'inherit' })
  return takeReport(report, exitCode)
}

function notRun(why: string): TestCount {
  console.error(`The browser tests did not run: ${why}`)
  return countTests(undefined, 1)
}

async function runPlaywright(
  name: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<TestCount> {
  const build = await run('node', ['tools/scripts/build-site.ts', '--if-changed'], {
    output: 'inherit',
  })
  if (build.exitCode !== 0) return notRun('the site did not build.')
  const report = join(reports, `${name}.json`)
  const { exitCode } = await run('playwright', ['test', '--reporter=dot,json', ...args], {
    output: 'inherit',
    environment: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  return takeReport(report, exitCode)
}

/** @param mode a project of playwright.config.ts that runs marked journeys again */
async function runBrowserTests(
  args: readonly string[] = [],
  mode?: 'arabic' | 'late',
): Promise<TestCount> {
  const browser = await findBrowser()
  if (browser === undefined) return notRun('there is no browser.')
  const { CHROMIUM_PATH: isChosen, CHROMIUM_SHELL_PATH: chosenShell } = process.env
  // A browser that was chosen runs all of the tests, unless a shell was chosen beside it.
  const shell = isChosen ? chosenShell : await findShell()
  const usualProjects = shell === undefined ? ['chromium'] : ['chromium', 'shell']
  const projects = mode === undefined ? usualProjects : [mode]
  return runPlaywright(
    mode ?? 'browser',
    [...args, ...projects.map((name) => `--project=${name}`)],
    {
      CHROMIUM_PATH: browser,
      ...(shell === undefined ? {} : { CHROMIUM_SHELL_PATH: shell }),
    },
  )
}

async function runFirefoxTests(): Promise<TestCount> {
  const firefox = await findFirefox()
  if (firefox === undefined) return notRun('there is no Firefox.')
  return runPlaywright('firefox', ['--config', 'playwright.firefox.config.ts'], {
    FIREFOX_PATH: firefox,
  })
}

/** The first two prove every behaviour once; the others run it again in another place. */
const parts = {
  unit: () => runVitest('unit', []),
  browser: () => runBrowserTests(),
  arabic: () => runBrowserTests([], 'arabic'),
  late: () => runBrowserTests([], 'late'),
  firefox: runFirefoxTests,
}
type Part = keyof typeof parts
const usual: readonly Part[] = ['unit', 'browser']

async function perform(title: string, task: () => Promise<TestCount>): Promise<TestCount> {
  console.log(`\n== ${title}`)
  try {
    return await task()
  } catch (error) {
    console.error(error)
    return countTests(undefined, 1)
  }
}

/** The parts that are named, or the usual ones, which together prove the whole list. */
async function runParts(asked: readonly string[]): Promise<TestCount[]> {
  const known = Object.keys(parts).filter((name): name is Part => name in parts)
  const unknown = asked.filter((name) => !Object.hasOwn(parts, name))
  if (unknown.length > 0) {
    console.error(`npm test takes ${known.join(', ')} after --, not '${unknown.join(' ')}'.`)
    process.exit(1)
  }
  const chosen = known.filter((part) => (asked.length === 0 ? usual : asked).includes(part))
  const counts: TestCount[] = []
  for (const part of chosen) counts.push(await perform(`${part} tests`, parts[part]))
  if (usual.every((part) => chosen.includes(part))) counts.push(countUnproven())
  return counts
}

/** Runs the tests that a change can reach. */
async function runChanged(commit: string): Promise<TestCount[]> {
  const changed = await changedSince(commit)
  const reached = browserTestsFor(changed, browserRooms())
  const readers = readersOf(changed)
  const imports = [`--changed=${commit}`, '--passWithNoTests']
  const counts = [await perform('unit tests', () => runVitest('unit', imports))]
  if (readers.length > 0) {
    counts.push(await perform('tests of documents', () => runVitest('readers', readers)))
  }
  if (reached.length > 0) {
    const paths = reached === 'all' ? [] : reached
    counts.push(await perform('browser tests', () => runBrowserTests(paths)))
  }
  return counts
}

// Read by the settings of the runners and by tests that try more of the same in the night.
process.env.TEST_SUITE = isAll ? 'all' : 'once'
// The tests start many servers and commands, which then need not compile the same files again.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache/compile')
stopChildrenWithUs()
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

if (first === '--list') {
  listTests()
  process.exit()
}

const suites: Readonly<Record<string, () => Promise<TestCount[]>>> = {
  '--all': () => runParts(Object.keys(parts)),
  '--changed': async () => runChanged(second ?? (await startOfBranch())),
}
const counts = await (suites[first] ?? (() => runParts(process.argv.slice(2))))()

const total = addCounts(counts)
const isProof = !['', 'false', undefined].includes(process.env.CI)
const { words, fails } = judgeSkipped(total.skipped, missingPrograms(), isProof)
if (words !== '') console.error(`\n${words}`)
const isEmpty = total.passed === 0 && first !== '--changed'
if (total.failed > 0 || isEmpty || fails) process.exitCode = 1
console.log(`\n${countLine(total)}`)
