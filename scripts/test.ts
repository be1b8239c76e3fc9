import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser, findShell } from './find-browser.ts'
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

async function runBrowserTests(): Promise<TestCount> {
  const build = await run('node', ['scripts/build-site.ts', '--if-changed'], { output: 'inherit' })
  if (build.exitCode !== 0) return notRun('the site did not build.')
  const browser = await findBrowser()
  if (browser === undefined) return notRun('there is no browser.')
  // A browser that somebody has chosen runs everything.
  const shell = process.env.CHROMIUM_PATH ? undefined : await findShell()
  const report = join(reports, 'playwright.json')
  const { exitCode } = await run('playwright', ['test', '--reporter=dot,json'], {
    output: 'inherit',
    environment: {
      CHROMIUM_PATH: browser,
      ...(shell === undefined ? {} : { CHROMIUM_SHELL_PATH: shell }),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  })
  return countTests(readReport(report), exitCode)
}

const halves = { unit: runUnitTests, browser: runBrowserTests }

async function runHalf(half: keyof typeof halves): Promise<TestCount> {
  console.log(`\n== ${half} tests`)
  try {
    return await halves[half]()
  } catch (error) {
    console.error(error)
    return countTests(undefined, 1)
  }
}

stopChildrenWithUs()
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(halves, name))
if (unknown.length > 0) {
  console.error(`npm test takes 'unit' or 'browser' after --, not '${unknown.join(' ')}'.`)
  process.exit(1)
}

const wants = (half: keyof typeof halves) => asked.length === 0 || asked.includes(half)
const counts: TestCount[] = []
if (wants('unit')) counts.push(await runHalf('unit'))
if (wants('browser')) counts.push(await runHalf('browser'))

const total = addCounts(counts)
if (total.failed > 0 || total.passed === 0) process.exitCode = 1
console.log(`\n${countLine(total)}`)
