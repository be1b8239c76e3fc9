import { run, seconds, stopChildrenWithUs } from './run-command.ts'

interface Check {
  name: string
  command: string
  args: string[]
  /** Shows the command's output even when it succeeds: a line or a small table. */
  tells?: boolean
}

/**
 * The types that `tsc` reads of words and content: after a `git pull`, those of the commit before
 * are still there.
 */
const generatedTypes: Check = { name: 'sync', command: 'astro', args: ['sync'] }

/** Covers .ts and .tsx files, which `astro check` reads too, in more than twice the time. */
const types: Check = { name: 'types', command: 'tsc', args: ['--noEmit'] }

const astroTypes: Check = {
  name: 'astro types',
  command: 'astro',
  args: [
    'check',
    '--tsconfig',
    'build/astro-files.tsconfig.json',
    '--minimumFailingSeverity',
    'warning',
  ],
}

const site: Check = {
  name: 'site',
  command: 'node',
  args: ['tools/scripts/build-site.ts', '--if-changed'],
}

const checks: Check[] = [
  { name: 'biome', command: 'biome', args: ['check', '.', '--error-on-warnings'] },
  { name: 'prettier', command: 'prettier', args: ['--check', '{build,src}/**/*.astro'] },
  { name: 'knip', command: 'knip', args: ['--no-progress'] },
  // Finds what tests alone use.
  {
    name: 'knip product',
    command: 'knip',
    args: ['--no-progress', '--production', '--config', 'knip.production.json'],
  },
  {
    name: 'requirements',
    command: 'node',
    args: ['tools/scripts/check-requirements.ts'],
    tells: true,
  },
  { name: 'rooms', command: 'node', args: ['tools/scripts/check-rooms.ts'] },
  { name: 'language', command: 'node', args: ['tools/scripts/check-language.ts'], tells: true },
  { name: 'paths', command: 'node', args: ['tools/scripts/check-paths.ts'] },
  {
    name: 'translations',
    command: 'node',
    args: ['tools/scripts/check-translations.ts'],
    tells: true,
  },
  { name: 'arabic', command: 'node', args: ['tools/scripts/check-arabic.ts'] },
  astroTypes,
  site,
  { name: 'size', command: 'node', args: ['tools/scripts/check-size.ts'], tells: true },
]

const verbose = process.argv.includes('--verbose')

async function perform(check: Check): Promise<{ row: string; passed: boolean }> {
  const startedMs = performance.now()
  const title = `\n== ${check.name}: ${check.command} ${check.args.join(' ')}`
  if (verbose) console.log(title)
  const { exitCode, output } = await run(check.command, check.args, {
    output: verbose ? 'inherit' : 'collect',
  })
  const passed = exitCode === 0
  const state = passed ? 'ok' : 'FAILED'
  if (!verbose) console.log(title)
  if (!passed || check.tells) console.log(output.trim())
  console.log(`   ${state} in ${seconds(startedMs)}`)
  return { row: `${check.name.padEnd(14)}${state.padEnd(8)}${seconds(startedMs)}`, passed }
}

stopChildrenWithUs()
const syncResult = await perform(generatedTypes)
// The types take as long as most others together, which run meanwhile on another processor. With
// --verbose each command writes to the console itself, and runs alone.
const typesResult = perform(types)
if (verbose) await typesResult
const results: Awaited<typeof typesResult>[] = []
for (const check of checks) results.push(await perform(check))
results.unshift(syncResult, await typesResult)

console.log('\n== all checks')
for (const { row } of results) console.log(row)
if (results.some(({ passed }) => !passed)) process.exitCode = 1
