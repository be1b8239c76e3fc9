import { existsSync, globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, run, seconds, stopChildrenWithUs } from './run-command.ts'
import { type BuildRecord, reasonToBuild, recordFile, recordOf } from './site/build-record.ts'
import { compressFolder, type Weight } from './site/compress.ts'
import { withLock } from './site/lock.ts'
import { overweight } from './site/page-budgets.ts'

/*
 * node tools/scripts/build-site.ts [--if-changed] [--verbose] [--folder dist]: builds the site, with the
 * settings of the environment, into a folder of the repository.
 */

const { values } = parseArgs({
  options: {
    'if-changed': { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    folder: { type: 'string', default: 'dist' },
  },
})
const { 'if-changed': onlyIfChanged, verbose, folder } = values

const cache = join(root, '.cache')
const site = join(root, folder)
const stored = recordFile(root, folder)
// One folder per process: an Astro process whose parent was killed may still be writing to an older one.
const next = join(cache, `site-next-${process.pid}`)
const previous = join(cache, 'site-previous')

async function buildNext(): Promise<Weight | undefined> {
  for (const leftover of globSync('site-next-*', { cwd: cache })) {
    rmSync(join(cache, leftover), { recursive: true, force: true })
  }
  const result = await run('astro', ['build', '--outDir', next], {
    // The caller (a test runner, for example) may have set NODE_ENV. The site always uses React's
    // production build.
    environment: { NODE_ENV: 'production' },
    output: verbose ? 'inherit' : 'collect',
  })
  if (result.exitCode !== 0) {
    process.stderr.write(result.output)
    return undefined
  }
  const complaints = overweight(root, next)
  if (complaints.length === 0) return compressFolder(next)
  console.error(complaints.join('\n'))
  return undefined
}

/**
 * Keeps the last good site until the new one is complete, so that a partial build never looks like
 * a finished one.
 */
function swap(builtFrom: BuildRecord): void {
  rmSync(stored, { force: true })
  rmSync(previous, { recursive: true, force: true })
  if (existsSync(site)) renameSync(site, previous)
  renameSync(next, site)
  writeFileSync(stored, `${JSON.stringify(builtFrom, null, 2)}\n`)
  rmSync(previous, { recursive: true, force: true })
}

async function build(): Promise<void> {
  // The build that we waited for may have produced exactly the site that we need.
  const reason = reasonToBuild(root, folder, process.env)
  if (onlyIfChanged && reason === undefined) return
  const startedMs = performance.now()
  console.log(onlyIfChanged ? `Building the site: it ${reason}...` : 'Building the site...')
  // Recorded before the build, so that an edit during the build makes the next start build again.
  const builtFrom = recordOf(root, process.env)
  const weight = await buildNext()
  if (weight === undefined) {
    const left = existsSync(site)
      ? `${folder}/ keeps the last good site.`
      : `There is no ${folder}/.`
    console.error(`The site did not build. ${left}`)
    process.exitCode = 1
    return
  }
  swap(builtFrom)
  const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`
  console.log(
    `Built the site in ${seconds(startedMs)}: ${weight.files} files, ${kilobytes(weight.bytes)}, ${kilobytes(weight.brotliBytes)} compressed.`,
  )
}

/**
 * Reports a folder that cannot be written in one line for the operator, because it is not a bug in
 * this program.
 */
function reportFileError(error: unknown): void {
  const isFileError = error instanceof Error && 'code' in error
  if (!isFileError) throw error
  console.error(`Cannot build the site in ${root}: ${error.message}`)
  process.exitCode = 1
}

async function buildAlone(): Promise<void> {
  mkdirSync(cache, { recursive: true })
  const onWait = () => console.log('Another build of the site is running: waiting for it...')
  await withLock(join(cache, 'site-build.lock'), onWait, build)
}

stopChildrenWithUs()
if (!onlyIfChanged || reasonToBuild(root, folder, process.env) !== undefined) {
  await buildAlone().catch(reportFileError)
}
