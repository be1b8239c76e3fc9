import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { table } from '../../tests/support/browser/table.ts'
import { freePort } from '../../tests/support/server/free-port.ts'
import { median, spread } from '../../tests/support/server/statistics.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { readProject } from '../scripts/release/assemble.ts'
import { root } from '../scripts/run-command.ts'
import { type Bar, barsTable, exitCodeOf, number, summary } from './bar.ts'
import { judgeMegabytes } from './start/judge-memory.ts'
import { residentMegabytes, startUntilAnswer } from './start/measure.ts'

/*
 * npm run bench:start -- [--rounds 9]: from the start of a release to the first answer, in an empty
 * folder and once more in the same one, in turns with the least server that Node.js, Hono and a
 * database file make; and the resident memory before the first mail. A bar that does not hold is a
 * failure.
 */

const { rounds } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } }).values
const { version } = readProject(root)
const release = join(root, 'release', `aman-${version}-linux-${process.arch}`)
const node = join(release, 'bin/node')
const starts = ['first', 'again'] as const
const emptyTimes = (): Record<(typeof starts)[number], number[]> => ({ first: [], again: [] })
const floorMs = emptyTimes()
const releaseMs = emptyTimes()
const memory: number[] = []
await using folder = await temporaryFolder()
const floor = await bundleFloor(folder.path)

for (let round = 0; round < Number(rounds); round += 1) {
  for (const which of starts) {
    floorMs[which].push(await startFloor(join(folder.path, `floor-${round}.db`)))
    releaseMs[which].push(await startRelease(join(folder.path, String(round))))
  }
}
const judge = await judgeMegabytes(release, folder.path, await freePort())

const bars = [
  ...starts.map((which): Bar => {
    const value = median(releaseMs[which]) / median(floorMs[which])
    const name = `${which} start to first answer, times floor`
    return { name, value, limit: 2, floorSpread: spread(floorMs[which]) }
  }),
  { name: 'memory before the first mail', value: median(memory), limit: 120, unit: 'MB' },
  { name: 'memory that the judge adds', value: judge, limit: 60, unit: 'MB' },
]
const rows = starts.flatMap((which) => [
  [`floor, ${which}`, ...described(floorMs[which])],
  [`release, ${which}`, ...described(releaseMs[which])],
])
console.log(table([['start to first answer', 'median ms', 'least', 'most'], ...rows]))
console.log(`\n${barsTable(bars)}\n\n${summary(bars)}`)
process.exitCode = exitCodeOf(bars)

/** As the release is, so that neither opens more files or removes types. */
async function bundleFloor(into: string): Promise<string> {
  const outfile = join(into, 'floor.mjs')
  const entryPoints = [join(root, 'tools/bench/start/floor.ts')]
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node' })
  return outfile
}

async function startFloor(file: string): Promise<number> {
  const port = await freePort()
  await using server = await startUntilAnswer(node, [floor, file, String(port)], { port })
  await server.stop()
  return server.firstAnswerMs
}

/** Waits until the pages are compressed, which the next start finds done. */
async function startRelease(place: string): Promise<number> {
  const environment = { DATABASE_URL: `file:${join(place, 'aman.db')}` }
  const options = { port: await freePort(), environment }
  await using server = await startUntilAnswer(join(release, 'aman'), ['start'], options)
  memory.push(await residentMegabytes(server.pid))
  await server.stop()
  return server.firstAnswerMs
}

function described(values: readonly number[]): string[] {
  return [median(values), Math.min(...values), Math.max(...values)].map(number)
}
