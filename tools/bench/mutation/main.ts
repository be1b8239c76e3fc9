import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, run, seconds, stopChildrenWithUs } from '../../scripts/run-command.ts'
import { isOfScreens, type Part, parts } from './parts.ts'

/*
 * npm run mutate -- [<part> ...] [--concurrency 2] [--all]: tests the mutants of the named parts, one
 * part after the other. Without a name it takes every part. A part remembers its results, so that the
 * next run tests only mutants whose code or tests have changed; --all tests every mutant again.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    concurrency: { type: 'string', default: '2' },
    all: { type: 'boolean', default: false },
  },
})

const folder = '.cache/mutation'

const atLeastOf = ({ atLeast = 85 }: Part) => atLeast

function optionsOf(name: string, part: Part) {
  // Tests that set the time zone need a process; a thread keeps that of its process.
  const pool = part.tests.some(isOfScreens) ? 'forks' : 'threads'
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tools/bench/mutation/part.vitest.ts', pool },
    coverageAnalysis: 'perTest',
    ignorePatterns: ['dist', '.cache', '.astro', 'data'],
    mutate: part.mutate,
    ignoreStatic: !part.coversModuleLevel,
    incremental: true,
    incrementalFile: `${folder}/${name}.incremental.json`,
    force: values.all,
    concurrency: Number(values.concurrency),
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 10,
    thresholds: { high: 95, low: atLeastOf(part), break: atLeastOf(part) },
    reporters: ['clear-text', 'json', 'progress-append-only'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    jsonReporter: { fileName: `${folder}/${name}.json` },
    tempDirName: `.cache/stryker/${name}`,
  }
}

async function mutate(name: string, part: Part): Promise<boolean> {
  const started = performance.now()
  const path = join(folder, `${name}.options.json`)
  mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, path), JSON.stringify(optionsOf(name, part), undefined, 2))
  const { exitCode } = await run('stryker', ['run', path], {
    environment: { MUTATION_PART: name },
    output: 'inherit',
  })
  const outcome = exitCode === 0 ? 'kept its bar' : 'did not keep its bar'
  console.log(`${name} ${outcome} of ${atLeastOf(part)} % in ${seconds(started)}\n`)
  return exitCode === 0
}

stopChildrenWithUs()
const unknown = positionals.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}
const failed: string[] = []
for (const [name, part] of Object.entries(parts)) {
  const isWanted = positionals.length === 0 || positionals.includes(name)
  if (isWanted && !(await mutate(name, part))) failed.push(name)
}
if (failed.length > 0) {
  console.error(`Below the bar: ${failed.join(', ')}`)
  process.exit(1)
}
