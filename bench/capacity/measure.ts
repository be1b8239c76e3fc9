import { loadavg } from 'node:os'
import { Kysely } from 'kysely'
import { PortablePostgresDialect } from '../../server/database/drivers/postgres-dialect.ts'
import { openConnections } from '../../server/database/drivers/postgres-pool.ts'
import { makeDays } from '../../server/database/partitions/days.ts'
import type { Database, Tables } from '../../server/database/tables/tables.ts'
import { keepWeeklyScores } from '../../server/risk/weekly-scores.ts'
import { openPlace } from '../../tests/support/browser/place.ts'
import type { Place } from '../../tests/support/worlds/factories.ts'
import { fill, type Size } from '../server/fill.ts'
import { countScans, deleteOneDay, measureBackground } from './background.ts'
import { type Densities, fillFast } from './cluster.ts'
import { administer, densitiesOf, sizesOfScans, unusedBytes } from './counters.ts'
import { measureOperations, ofCluster, ofFile } from './measure-operations.ts'
import type { Effort } from './operations.ts'
import { type Firm, pickFirms } from './people.ts'
import type { MeasuredSize } from './results.ts'

interface Plan {
  readonly scans: number
  /** The DATABASE_URL of an empty database. */
  readonly url: string
  /** Of the indexes of a database that grew, as a part of 1; undefined to let them grow. */
  readonly densities: (() => Densities) | undefined
  readonly effort: Effort
  readonly say: (line: string) => void
}

/** What 30 days bring a person who gets 40 mails a day. */
const scansOfUser = 1200
const usersOfOrganization = 100

/** Fills a PostgreSQL database and measures every operation, then what Aman does by itself. */
export async function measureSize(plan: Plan): Promise<MeasuredSize> {
  const { scans, url, densities, say } = plan
  const size = sizeFor(scans)
  const load = loadavg()[0] ?? Number.NaN
  {
    // Migrates it.
    await using empty = await openPlace(url)
    await makeDays(empty.database, empty.clock())
  }
  await using administration = await administer(url)
  const started = performance.now()
  const firms = await fillFast(administration, densities, async () => {
    // With the settings of filling, which connections have from their beginning.
    await using filling = openPatiently(url)
    await fill(filling, size)
    return await pickFirms(filling, size.users)
  })
  say(`filled ${scans} scans in ${Math.round((performance.now() - started) / 1000)} s`)
  return await measureFilled(plan, size, firms, load)
}

/** @param load of the machine, when it all began */
async function measureFilled(
  { scans, url, densities, effort, say }: Plan,
  size: Size,
  firms: readonly Firm[],
  load: number,
): Promise<MeasuredSize> {
  await using place = await openPlace(url)
  await using administration = await administer(url)
  await administration.run('create extension if not exists pgstattuple')
  const sizes = await sizesOfScans(administration)
  const density = await densitiesOf(administration)
  const measured = await measureOperations({
    place,
    url,
    firms,
    effort,
    say,
    engine: ofCluster(administration),
  })
  say('measuring what Aman does by itself')
  const weeklyScore = await measureBackground(administration, async () => {
    await keepWeeklyScores(place.database, place.clock())
    return size.users
  })
  const unused = await unusedBytes(administration)
  const deletion = await measureBackground(administration, async () => {
    const kept = await countScans(administration)
    await deleteOneDay(place)
    return kept - (await countScans(administration))
  })
  const dead = (await unusedBytes(administration)) - unused
  const vacuum = await measureBackground(administration, async () => {
    await administration.run('vacuum scans')
    return deletion.count
  })
  return {
    ...size,
    operations: measured,
    disk: {
      table: (sizes.find(({ isIndex }) => !isIndex)?.bytes ?? Number.NaN) / scans,
      indexes: Object.fromEntries(
        sizes
          .filter(({ isIndex }) => isIndex)
          .map(({ name, bytes }) => [
            name,
            {
              bytes: bytes / scans,
              density: density.find((index) => index.name === name)?.density ?? Number.NaN,
            },
          ]),
      ),
      dead: dead / deletion.count,
    },
    hasGrown: densities === undefined,
    deletion,
    vacuum,
    weeklyScore,
    load: [load, loadavg()[0] ?? Number.NaN],
  }
}

/** Statements of filling take minutes. */
function openPatiently(url: string): Place & AsyncDisposable {
  const connections = openConnections(url, 10, 0)
  const database: Database = new Kysely<Tables>({
    dialect: new PortablePostgresDialect(connections),
  })
  return { database, clock: () => new Date(), [Symbol.asyncDispose]: () => database.destroy() }
}

/** A file, which the server has open in its own process. @param bytes its size */
export async function measureFile(
  { scans, url, effort, say }: Omit<Plan, 'densities'>,
  bytes: () => number,
) {
  await using place = await openPlace(url)
  const size = sizeFor(scans)
  await fill(place, size)
  const firms = await pickFirms(place, size.users)
  const bytesOfScan = bytes() / scans
  return {
    scans,
    operations: await measureOperations({ place, url, firms, effort, say, engine: ofFile }),
    bytesOfScan,
  }
}

function sizeFor(scans: number): Size {
  return {
    scans,
    users: Math.max(500, Math.round(scans / scansOfUser)),
    organizations: Math.max(4, Math.round(scans / scansOfUser / usersOfOrganization)),
  }
}
