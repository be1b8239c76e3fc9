import { run, seconds, stopChildrenWithUs } from './run-command.ts'

interface Check {
  name: string
  command: string
  args: string[]
  /** Shows the command's output even when it succeeds: a line or a small table. */
  tells?: boolean
}

const checks: Check[] = [
  // Covers .ts, .tsx and .astro files, so tsc is not needed.
  { name: 'types', command: 'astro', args: ['check', '--minimumFailingSeverity', 'warning'] },
  { name: 'biome', command: 'biome', args: ['check', '.', '--error-on-warnings'] },
  { name: 'prettier', command: 'prettier', args: ['--check', 'src/**/*.astro'] },
  { name: 'knip', command: 'knip', args: ['--no-progress'] },
  {
    name: 'requirements',
    command: 'node',
    args: ['scripts/check-requirements.ts'],
    tells: true,
  },
  { name: 'language', command: 'node', args: ['scripts/check-language.ts'], tells: true },
  {
    name: 'translations',
    command: 'node',
    args: ['scripts/check-translations.ts'],
    tells: true,
  },
  { name: 'arabic', command: 'node', args: ['scripts/check-arabic.ts'] },
  { name: 'site', command: 'node', args: ['scripts/build-site.ts', '--if-changed'] },
  { name: 'size', command: 'node', args: ['scripts/check-size.ts'], tells: true },
]

const verbose = process.argv.includes('--verbose')

async function perform(check: Check): Promise<{ row: string; passed: boolean }> {
  const startedMs = performance.now()
  console.log(`\n== ${check.name}: ${check.command} ${check.args.join(' ')}`)
  const { exitCode, output } = await run(check.command, check.args, {
    output: verbose ? 'inherit' : 'collect',
  })
  const passed = exitCode === 0
  if (!passed || check.tells) console.log(output.trim())
  const state = passed ? 'ok' : 'FAILED'
  console.log(`   ${state} in ${seconds(startedMs)}`)
  return { row: `${check.name.padEnd(14)}${state.padEnd(8)}${seconds(startedMs)}`, passed }
}

stopChildrenWithUs()
const results: Awaited<ReturnType<typeof perform>>[] = []
// Checks run one after the other: the machine is shared, and output must not interleave.
for (const check of checks) results.push(await perform(check))

console.log('\n== all checks')
for (const { row } of results) console.log(row)
if (results.some(({ passed }) => !passed)) process.exitCode = 1
