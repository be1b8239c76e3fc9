import { setTimeout } from 'node:timers/promises'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { type Attack, type Result, tell } from '../prove/attack.ts'
import {
  type Bystanders,
  impactOn,
  othersExpected,
  tellWaits,
  watchBystanders,
} from '../prove/bystanders.ts'
import { type ServerUnderAttack, startUnderAttack } from '../prove/server-under-attack.ts'
import { abortMany, makeLargeSite } from './aborted-downloads.ts'
import { bodyFloods, headerFloods, pour } from './floods.ts'
import { hiddenRequests } from './hidden-request.ts'
import { pipeline } from './pipelined.ts'
import { breakPromises, readNothing, spellBodies, spellHeaders } from './slow-clients.ts'
import { prepareStage } from './stage.ts'
import { type Judged, sayUnclear } from './unclear.ts'

const floodMs = 8000
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
    await using place = await prepareStage(databaseUrl)
    await using folder = await temporaryFolder()
    await using server = await startUnderAttack(databaseUrl, {
      // The attacks name any host.
      ALLOWED_HOSTS: '*',
      SITE_DIRECTORY: await makeLargeSite(folder.path),
    })
    const { port } = server
    const calm = [...(await pipeline(server)), await abortMany(server)]
    await using others = await watchBystanders(server.url, place.employeeToken)
    const hide = hiddenRequests(place.employeeToken)
    const before = await leftOf(server)
    const rows = [
      await attack(
        others,
        'requests that can be read in two ways',
        '4xx or cut off, one answer, nothing hidden is heard',
        () => sayUnclear(port, place.database, hide),
      ),
      await attack(others, 'headers, paths and trailers without end', '4xx, cut off', () =>
        pour(port, headerFloods, floodMs),
      ),
      await attack(others, 'bodies without end', '4xx or the answer, cut off', () =>
        pour(port, bodyFloods, floodMs),
      ),
      ...(await attackSlowly(others, port, place.adminToken)),
    ]
    return [...calm, ...rows, await aftermath(server, before)]
  },
}

async function attack(
  others: Bystanders,
  fault: string,
  expected: string,
  make: () => Promise<Judged>,
): Promise<Result> {
  const { value, waits } = await others.during(make)
  const problems = [...value.problems, ...impactOn(others, waits)]
  const figures = tellWaits(others, waits)
  return {
    fault,
    tried: value.tried,
    expected: `${expected}; ${othersExpected}`,
    seen: problems.length === 0 ? figures : `${figures}; ${tell(problems)}`,
    holds: problems.length === 0,
  }
}

/** All slow clients come at the same time: each kind has to be waited for. */
async function attackSlowly(others: Bystanders, port: number, token: string): Promise<Result[]> {
  const kinds = [
    ['headers byte by byte', spellHeaders(port)],
    ['bodies byte by byte', spellBodies(port)],
    ['bodies shorter than they say', breakPromises(port)],
    ['lists that are asked for and never read', readNothing(port, token)],
  ] as const
  const { value, waits } = await others.during(() =>
    Promise.all(kinds.map(async ([fault, judged]) => ({ fault, ...(await judged) }))),
  )
  const impact = impactOn(others, waits)
  return value.map(({ fault, tried, problems: own }) => {
    const problems = [...own, ...impact]
    const figures = tellWaits(others, waits)
    return {
      fault,
      tried,
      expected: `cut off in time; ${othersExpected}`,
      seen: problems.length === 0 ? figures : `${figures}; ${tell(problems)}`,
      holds: problems.length === 0,
    }
  })
}

interface Left {
  readonly megabytes: number
  readonly resources: number
  readonly residentMegabytes: number
}

async function leftOf(server: ServerUnderAttack): Promise<Left> {
  return {
    megabytes: await server.inspector.usedMegabytes(),
    resources: await server.inspector.activeResources(),
    residentMegabytes: await server.residentMegabytes(),
  }
}

/** What the server holds when everybody has gone, and what it has written into its log. */
async function aftermath(server: ServerUnderAttack, before: Left): Promise<Result> {
  await setTimeout(settleMs)
  const failures = server.failures()
  if (server.hasEnded()) throw new Error(`the server has ended: ${tell(failures)}`)
  const after = await leftOf(server)
  const problems = [
    ...failures.map((line) => `logged ${line}`),
    ...(after.megabytes > before.megabytes + mostLeftMegabytes ? ['memory is held'] : []),
    // The bystanders' connections come and go.
    ...(after.resources > before.resources + 10 ? ['connections are held'] : []),
  ]
  const figures = `memory in use ${before.megabytes.toFixed(1)} MB before, ${after.megabytes.toFixed(1)} after (of the process ${before.residentMegabytes.toFixed(0)} and ${after.residentMegabytes.toFixed(0)}), active resources ${before.resources} and ${after.resources}`
  return {
    fault: 'after all of these',
    tried: 1,
    expected: `${mostLeftMegabytes} MB more at most, no connection held, no failure in the log`,
    seen: problems.length === 0 ? figures : `${figures}; ${tell(problems)}`,
    holds: problems.length === 0,
  }
}
