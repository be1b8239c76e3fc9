import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, run, seconds, stopChildrenWithUs } from './run-command.ts'
import { compressFolder, type Weight } from './site/compress.ts'
import { fingerprint } from './site/fingerprint.ts'
import { withLock } from './site/lock.ts'

/*
 * node scripts/build-site.ts [--if-changed] [--verbose] [--folder dist]: builds the site, with the
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
// One for each site that is built, for each has other settings.
const stored = join(cache, `site-build-${basename(folder)}`)
// Its own for each process: an Astro whose parent was killed may still be writing into an older one.
const next = join(cache, `site-next-${process.pid}`)
const previous = join(cache, 'site-previous')

function isCurrent(): boolean {
  return (
    existsSync(stored) &&
    existsSync(join(site, 'index.html')) &&
    readFileSync(stored, 'utf8') === fingerprint(root, process.env)
  )
}

async function buildNext(): Promise<Weight | undefined> {
  for (const leftover of globSync('site-next-*', { cwd: cache })) {
    rmSync(join(cache, leftover), { recursive: true, force: true })
  }
  const result = await run('astro', ['build', '--outDir', next], {
    // Whoever asks (a test runner, for one) may have set NODE_ENV: the site is always React's small build.
    environment: { NODE_ENV: 'production' },
    output: verbose ? 'inherit' : 'collect',
  })
  if (result.exitCode === 0) return compressFolder(next)
  process.stderr.write(result.output)
  return undefined
}

/** The last good site stays until a whole one can take its place, and no moment of it passes for the new one. */
function swap(builtFrom: string): void {
  rmSync(stored, { force: true })
  rmSync(previous, { recursive: true, force: true })
  if (existsSync(site)) renameSync(site, previous)
  renameSync(next, site)
  writeFileSync(stored, builtFrom)
  rmSync(previous, { recursive: true, force: true })
}

async function build(): Promise<void> {
  // The other build that we waited for may have made exactly what we need.
  if (onlyIfChanged && isCurrent()) return
  const startedMs = performance.now()
  console.log(onlyIfChanged ? 'Building the site (its sources changed)...' : 'Building the site...')
  // Taken before the build: what is edited meanwhile makes the next start build again.
  const builtFrom = fingerprint(root, process.env)
  const weight = await buildNext()
  if (weight === undefined) {
    const left = existsSync(site)
      ? `${folder}/ keeps the last good one.`
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

stopChildrenWithUs()
if (!(onlyIfChanged && isCurrent())) {
  mkdirSync(cache, { recursive: true })
  const onWait = () => console.log('Another build of the site is under way: waiting for it...')
  await withLock(join(cache, 'site-build.lock'), onWait, build)
}
