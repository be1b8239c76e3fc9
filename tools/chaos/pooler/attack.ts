import { setTimeout } from 'node:timers/promises'
import { openPlace } from '../../../tests/support/browser/place.ts'
import { importedRows, importRows, inspectImport } from '../../../tests/support/crash/imports.ts'
import { inspect } from '../../../tests/support/crash/inspect.ts'
import { Ledger } from '../../../tests/support/crash/ledger.ts'
import { prepareFirms, type Writing } from '../../../tests/support/crash/writers.ts'
import {
  keepsStatements,
  type Pooler,
  startPooler,
} from '../../../tests/support/postgres/pooler.ts'
import { findProxy } from '../../../tests/support/proxies/programs.ts'
import { openClient } from '../../../tests/support/server/client.ts'
import { startServer } from '../../../tests/support/server/running-server.ts'
import { startServerProcess } from '../../../tests/support/server/server-process.ts'
import { until } from '../../../tests/support/until.ts'
import { makeUser } from '../../../tests/support/worlds/factories.ts'
import { type Attack, row } from '../prove/attack.ts'
import { operate, type Stage } from '../prove/stage.ts'
import { makeTraffic } from '../prove/traffic.ts'

const restarts = 8
/** Prepared statements; the server has about a dozen. */
const kept = 100
const betweenRestartsMs = 1000
const importedUsers = 300
/** Longer than it takes to detect that a connection is broken, and to connect again. */
const patienceMs = 15_000
const user = { username: 'behind-the-pooler', password: 'violet kettle drum' }

export const poolerAttack: Attack = {
  name: 'pooler',
  engines: ['PostgreSQL'],
  async try(stage) {
    const program = findProxy('pgbouncer')
    if (program === undefined) throw new Error('PgBouncer is not here (Debian: pgbouncer)')
    const rows = [
      await restartWithSessions(stage, program),
      await refuseStart(stage, program, 0, 'keeps no prepared statements'),
    ]
    // Older versions cannot keep prepared statements.
    if (!keepsStatements(program)) return rows
    return [
      ...rows,
      await refuseStart(stage, program, kept, 'where settings do not last'),
      await restartWithTransactions(stage, program),
    ]
  },
}

async function restartWithSessions(stage: Stage, program: string) {
  const databaseUrl = await stage.newDatabase()
  await using pooler = await startPooler({ program, databaseUrl, mode: 'session' })
  return row({
    ...(await restartInTraffic(pooler, databaseUrl)),
    fault: 'PgBouncer gives each connection a session, and is killed and started again',
  })
}

async function restartWithTransactions(stage: Stage, program: string) {
  const databaseUrl = await stage.newDatabase()
  const name = new URL(databaseUrl).pathname.slice(1)
  await operate(databaseUrl, `alter role current_user in database ${name} set lock_timeout = '5s'`)
  await using pooler = await startPooler({
    ...{ program, databaseUrl },
    ...{ mode: 'transaction', preparedStatements: kept },
  })
  return row({
    ...(await restartInTraffic(pooler, databaseUrl)),
    fault:
      'PgBouncer gives each transaction a session, keeps prepared statements, and is killed and started again',
  })
}

/** Signs in, reads, writes and imports while the pooler goes and comes. */
async function restartInTraffic(pooler: Pooler, databaseUrl: string) {
  const writing: Writing = { ...(await prepareFirms(databaseUrl)), ledger: new Ledger() }
  await prepareUser(databaseUrl)
  await using server = await startServer(pooler.databaseUrl)
  const stop = new AbortController()
  const traffic = makeTraffic(server.url, writing, stop.signal)
  for (let restart = 0; restart < restarts; restart += 1) {
    await setTimeout(betweenRestartsMs)
    await pooler.restart()
  }
  const started = performance.now()
  const client = openClient(server.url)
  const signIn = () => client.send('POST', '/auth/login', { body: user })
  const isIn = () => signIn().then(({ status }) => status === 200)
  const hasRecovered = await until(isIn, { mostMs: patienceMs })
  const recoveredMs = performance.now() - started
  const { organizationId } = writing.other
  const rows = importedRows(importedUsers)
  await importRows(client, { token: writing.adminToken, organizationId, rows })
  client.end()
  stop.abort()
  const { unavailable, brokenLists, unexpected } = await traffic
  const code = await server.end('SIGTERM')
  const { stderr } = server.output()
  const { lost, halfDone } = await inspect(databaseUrl, writing.ledger)
  const imported = await inspectImport(databaseUrl)
  const { acknowledged } = writing.ledger
  return {
    tried: restarts,
    expected:
      'nothing acknowledged is lost or half done, 503 with words meanwhile, and it recovers by itself',
    figures: `${acknowledged} acknowledged writes, ${lost.length} lost; ${unavailable} answers 503, ${brokenLists} lists broken off, ${unexpected.length} other failures; a sign-in after ${recoveredMs.toFixed(0)} ms; ${imported.made} users imported`,
    problems: [
      ...unexpected,
      ...lost,
      ...halfDone,
      ...imported.problems,
      ...(imported.made === importedUsers ? [] : [`${imported.made} users imported`]),
      ...(hasRecovered ? [] : ['it did not recover']),
      ...(code === 0 && stderr === '' ? [] : [`it ended with ${code}: ${stderr}`]),
    ],
    wasTried: Math.min(acknowledged, unavailable) > 0,
  }
}

async function prepareUser(databaseUrl: string): Promise<void> {
  await using place = await openPlace(databaseUrl)
  await makeUser(place, user)
}

/** @param words that name the reason */
async function refuseStart(
  stage: Stage,
  program: string,
  preparedStatements: number,
  words: string,
) {
  const databaseUrl = await stage.newDatabase()
  await prepareUser(databaseUrl)
  const mode = 'transaction'
  await using pooler = await startPooler({ program, databaseUrl, mode, preparedStatements })
  const { exited, output } = await startServerProcess({ DATABASE_URL: pooler.databaseUrl })
  const code = await exited
  const { stderr } = output()
  const isRefused = code === 1 && stderr.includes(words)
  return row({
    fault: `PgBouncer gives each transaction a session and keeps ${preparedStatements} prepared statements, and the role has no timeout for locks`,
    tried: 1,
    expected: 'the start is refused and says what to change',
    figures: stderr.trim().replace(/^.*?: /, ''),
    problems: isRefused ? [] : [`it ended with ${code}: ${stderr}`],
  })
}
