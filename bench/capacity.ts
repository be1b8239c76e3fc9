import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../tests/support/temporary-folder.ts'
import { type Densities, settings, startProductionCluster } from './capacity/cluster.ts'
import { administer } from './capacity/counters.ts'
import { documentFile, withTables } from './capacity/document.ts'
import { measureFile, measureSize } from './capacity/measure.ts'
import { type Results, readResults, resultsFile } from './capacity/results.ts'

/*
 * npm run bench:capacity -- [--scans 1000000,10000000] [--folder <on a disk>] [--sqlite]: measures what
 * a report, an analysis, a dashboard and so on take of processor, network and disk with so many scans
 * kept on PostgreSQL, and in a file with --sqlite. Keeps the results beside those of other sizes, and
 * makes the tables of docs/capacity.md from all of them; with --scans '' only that.
 */

const { values } = parseArgs({
  options: {
    scans: { type: 'string', default: '1000000,10000000,50000000' },
    folder: { type: 'string', default: '/var/tmp' },
    sqlite: { type: 'boolean', default: false },
  },
})
const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`)
/** Larger databases get their indexes after they are filled, as full as this one's grew. */
const grownScans = 1_000_000
/** Seconds of processor time for each operation. */
const effort = { rounds: 3, reports: 700, batches: 12, analyses: 100, reads: 500, flags: 300 }

for (const scans of values.scans.split(',').filter(Boolean).map(Number)) {
  await using cluster = await startProductionCluster(values.folder)
  const url = cluster.url('aman')
  const version = await createDatabase(cluster.url('postgres'))
  const { size: measured, bytesOfOrganization } = await measureSize({
    scans,
    url,
    densities: scans > grownScans ? grownDensities : undefined,
    effort,
    say,
  })
  const known = readResults()
  keep({
    ...known,
    ...machine(),
    postgres: version,
    settings,
    bytesOfOrganization,
    sizes: [...known.sizes.filter((size) => size.scans !== scans), measured].sort(
      (one, other) => one.scans - other.scans,
    ),
  })
}
if (values.sqlite) {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'aman.db')
  const sizeOf = () => statSync(path).size
  const plan = { scans: grownScans, url: `file:${path}`, effort, say }
  const sqlite = await measureFile(plan, sizeOf)
  keep({ ...readResults(), sqlite })
}
writeFileSync(documentFile, withTables(readFileSync(documentFile, 'utf8'), readResults()))

function grownDensities(): Densities {
  const grown = readResults().sizes.find((size) => size.scans === grownScans)
  if (grown === undefined) throw new Error(`Measure ${grownScans} scans first`)
  return Object.fromEntries(
    Object.entries(grown.disk.indexes).map(([name, { density }]) => [name, density]),
  )
}

async function createDatabase(url: string): Promise<string> {
  await using administration = await administer(url)
  await administration.run('create database aman')
  return administration.version
}

function machine(): Pick<Results, 'measured' | 'processor' | 'processors' | 'memoryGb'> {
  return {
    measured: new Date().toISOString().slice(0, 10),
    processor: cpus()[0]?.model ?? '',
    processors: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
  }
}

/** With no more digits than say something. */
function keep(results: Results): void {
  const short = (_: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
  writeFileSync(resultsFile, `${JSON.stringify(results, short, 2)}\n`)
}
