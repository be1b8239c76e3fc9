import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser, findShell } from './find-browser.ts'
import { findFirefox } from './find-firefox.ts'
import { run, stopChildrenWithUs } from './run-command.ts'
import { addCounts, countLine, countTests, type TestCount } from './test-count.ts'

const reports = mkdtempSync(join(tmpdir(), 'aman-tests-'))

function readReport(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

async function runUnitTests(): Promise<TestCount> {
  const report = join(reports, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { exitCode } = await run('vitest', args, { output: 'inherit' })
  return countTests(readReport(report), exitCode)
}

function notRun(why: string): TestCount {
  console.error(`The browser tests did not run: ${why}`)
  return countTests(undefined, 1)
}

async function runPlaywright(
  name: Part,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<TestCount> {
  const build = await run('node', ['scripts/build-site.ts', '--if-changed'], { output: 'inherit' })
  if (build.exitCode !== 0) return notRun('the site did not build.')
  const report = join(reports, `${name}.json`)
  const { exitCode } = await run('playwright', ['test', '--reporter=dot,json', ...args], {
    output: 'inherit',
    environment: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  return countTests(readReport(report), exitCode)
}

async function runBrowserTests(): Promise<TestCount> {
  const browser = await findBrowser()
  if (browser === undefined) return notRun('there is no browser.')
  // A browser that somebody has chosen runs everything.
  const shell = process.env.CHROMIUM_PATH ? undefined : await findShell()
  return runPlaywright('browser', [], {
    CHROMIUM_PATH: browser,
    ...(shell === undefined ? {} : { CHROMIUM_SHELL_PATH: shell }),
  })
}

async function runFirefoxTests(): Promise<TestCount> {
  const firefox = await findFirefox()
  if (firefox === undefined) return notRun('there is no Firefox.')
  return runPlaywright('firefox', ['--config', 'playwright.firefox.config.ts'], {
    FIREFOX_PATH: firefox,
  })
}

const parts = { unit: runUnitTests, browser: runBrowserTests, firefox: runFirefoxTests }
type Part = keyof typeof parts
/** What runs unasked; Firefox runs the marked journeys a second time, and only if somebody has one. */
const usual: readonly Part[] = ['unit', 'browser']

async function runPart(part: Part): Promise<TestCount> {
  console.log(`\n== ${part} tests`)
  try {
    return await parts[part]()
  } catch (error) {
    console.error(error)
    return countTests(undefined, 1)
  }
}

stopChildrenWithUs()
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

const asked = process.argv.slice(2)
const known = Object.keys(parts).filter((name): name is Part => name in parts)
const unknown = asked.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`npm test takes ${known.join(', ')} after --, not '${unknown.join(' ')}'.`)
  process.exit(1)
}

const counts: TestCount[] = []
for (const part of known) {
  if (asked.length === 0 ? usual.includes(part) : asked.includes(part)) {
    counts.push(await runPart(part))
  }
}

const total = addCounts(counts)
if (total.failed > 0 || total.passed === 0) process.exitCode = 1
console.log(`\n${countLine(total)}`)
