import { setTimeout } from 'node:timers/promises'
import { openPlace } from '../../../tests/support/browser/place.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { makeSession, makeUser } from '../../../tests/support/worlds/factories.ts'
import { fillUsers } from '../../../tests/support/worlds/fill.ts'
import { type Attack, type Row, row, tell } from '../prove/attack.ts'
import {
  dashboardReadersExpected,
  problemsOfReaders,
  watchDashboardReaders,
} from '../prove/bystanders.ts'
import { type InspectedServer, startInspected } from '../prove/inspected-server.ts'
import { abortMany, makeLargeSite } from './downloads.ts'
import { bodyFloods, headerFloods, pour } from './floods.ts'
import { pipeline } from './pipelined.ts'
import { slowClients } from './slow-clients.ts'
import { type Judged, sayUnclear } from './unclear.ts'

/** A list of so many is 15 MB, more than the system takes in for a client that does not read. */
const users = 50_000
/** Caches fill and code is compiled anew; what an attacker leaves behind is more. */
const mostLeftMegabytes = 10
/** Kept connections end 5 seconds after their last answer. */
const settleMs = 6000

export const wireAttack: Attack = {
  name: 'wire',
  // The database has no part in it.
  engines: ['file'],
  async try(stage) {
    const databaseUrl = await stage.newDatabase()
    await using place = await openPlace(databaseUrl)
    const adminToken = await fillUsers(place, users)
    const token = await makeSession(place, await makeUser(place))
    await using folder = await temporaryFolder()
    await using server = await startInspected(databaseUrl, {
      // The attacks name any host.
      ALLOWED_HOSTS: '*',
      SITE_DIRECTORY: await makeLargeSite(folder.path),
    })
    const { port } = server
    const rows = [...(await pipeline(server)), await abortMany(server)]
    await using readers = await watchDashboardReaders(server.url, token)
    const before = await leftOf(server)
    /** Attacks at the same time; each of them has to be waited for. */
    const attack = async (expected: string, begin: () => Record<string, Promise<Judged>>) => {
      const comparison = await readers.compare(() =>
        Promise.all(
          Object.entries(begin()).map(async ([fault, judged]) => ({ fault, ...(await judged) })),
        ),
      )
      for (const { fault, tried, problems } of comparison.values.flat()) {
        rows.push(
          row({
            fault,
            tried,
            expected: `${expected}; ${dashboardReadersExpected}`,
            figures: comparison.figures,
            problems: [...problems, ...problemsOfReaders(comparison)],
          }),
        )
      }
    }
    await attack('4xx or cut off, one answer, nothing hidden is heard', () => ({
      'requests that can be read in two ways': sayUnclear(port, place.database, token),
    }))
    await attack('4xx, cut off', () => ({
      'headers, paths and trailers without end': pour(port, headerFloods),
    }))
    await attack('4xx or the answer, cut off', () => ({
      'bodies without end': pour(port, bodyFloods),
    }))
    await attack('cut off in time', () => slowClients(port, adminToken))
    return [...rows, await aftermath(server, before)]
  },
}

async function leftOf(server: InspectedServer) {
  return {
    megabytes: await server.usedMegabytes(),
    resources: await server.activeResources(),
    residentMegabytes: server.residentMegabytes(),
  }
}

/** What the server holds when all clients have gone, and what it has written into its log. */
async function aftermath(
  server: InspectedServer,
  before: Awaited<ReturnType<typeof leftOf>>,
): Promise<Row> {
  await setTimeout(settleMs)
  const failures = server.failures()
  if (server.hasEnded()) throw new Error(`the server has ended: ${tell(failures)}`)
  const after = await leftOf(server)
  return row({
    fault: 'after all of these',
    tried: 1,
    expected: `${mostLeftMegabytes} MB more at most, no connection held, no failure in the log`,
    figures: `memory in use ${before.megabytes.toFixed(1)} MB before, ${after.megabytes.toFixed(1)} after (of the process ${before.residentMegabytes.toFixed(0)} and ${after.residentMegabytes.toFixed(0)}), active resources ${before.resources} and ${after.resources}`,
    problems: [
      ...failures.map((line) => `logged ${line}`),
      ...(after.megabytes > before.megabytes + mostLeftMegabytes ? ['memory is held'] : []),
      // The bystanders' connections come and go.
      ...(after.resources > before.resources + 10 ? ['connections are held'] : []),
    ],
  })
}
