import { setTimeout } from 'node:timers/promises'
import {
  importedRows,
  importRows,
  importUntilGone,
  inspectImport,
} from '../../../tests/support/crash/imports.ts'
import { prepareFirms } from '../../../tests/support/crash/writers.ts'
import { openClient } from '../../../tests/support/server/client.ts'
import { startServer } from '../../../tests/support/server/running-server.ts'
import { quantile } from '../../../tests/support/server/statistics.ts'
import { sum } from '../../../tests/support/until.ts'
import { type Attack, bothEngines, row } from '../prove/attack.ts'
import { watchDashboardReaders } from '../prove/bystanders.ts'
import type { Stage } from '../prove/stage.ts'

const kills = 20
const longestLifeMs = 400
const rowsOfKills = 4000

/** 10,000 users, in rounds with calm between them. */
const rounds = 4
const rowsOfRound = 2500
const mostSeconds = 60
/** How much the calm p99 of others may grow. */
const mostGrowth = 2

export const importAttack: Attack = {
  name: 'import',
  engines: bothEngines,
  async try(stage) {
    return [await killImports(stage), await measureImport(stage)]
  },
}

async function prepare(databaseUrl: string) {
  const { adminToken, other } = await prepareFirms(databaseUrl)
  return { organizationId: other.organizationId, token: adminToken }
}

async function killImports(stage: Stage) {
  const databaseUrl = await stage.newDatabase()
  const importing = { ...(await prepare(databaseUrl)), rows: importedRows(rowsOfKills) }
  const problems: string[] = []
  const made: number[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    await using server = await startServer(databaseUrl)
    const isOver = importUntilGone(server.url, importing)
    await setTimeout((longestLifeMs * (kill + Math.random())) / kills)
    await server.end('SIGKILL')
    await isOver
    const found = await inspectImport(databaseUrl)
    problems.push(...found.problems)
    made.push(found.made)
  }
  await using server = await startServer(databaseUrl)
  await importUntilGone(server.url, importing)
  const found = await inspectImport(databaseUrl)
  problems.push(...found.problems)
  if (found.made !== rowsOfKills) problems.push(`${found.made} users in the end`)
  return row({
    fault: 'the server is killed while users are imported',
    tried: kills,
    expected: 'no user is there twice or half made, and the import goes on',
    figures: `${new Set(made).size} different points, the last with ${made.at(-1)} of ${rowsOfKills} users; ${found.made} in the end`,
    problems,
    wasTried: new Set(made).size > 1,
  })
}

async function measureImport(stage: Stage) {
  const databaseUrl = await stage.newDatabase()
  const prepared = await prepare(databaseUrl)
  await using server = await startServer(databaseUrl)
  await using others = await watchDashboardReaders(server.url, prepared.token)
  using client = openClient(server.url)
  let round = 0
  const compared = await others.compare(async () => {
    round += 1
    const started = performance.now()
    await importRows(client, { ...prepared, rows: importedRows(rowsOfRound, `imported-${round}`) })
    return performance.now() - started
  }, rounds)
  const seconds = sum(compared.values) / 1000
  const growth = quantile(compared.attacked, 0.99) / quantile(compared.calm, 0.99)
  return row({
    fault: `${rounds * rowsOfRound} users are imported`,
    tried: rounds,
    expected: `within ${mostSeconds} s, and others' p99 at most ${mostGrowth} times as long as between the rounds`,
    figures: `${seconds.toFixed(1)} s, p99 ${growth.toFixed(2)} times as long; ${compared.figures}`,
    problems: [
      ...compared.problems,
      ...(seconds > mostSeconds ? ['too slow'] : []),
      ...(growth > mostGrowth ? ['others wait too long'] : []),
    ],
  })
}
