import { prepareFirms } from '../../../tests/support/crash/writers.ts'
import {
  type ServerProcess,
  startServerProcess,
} from '../../../tests/support/server/server-process.ts'
import { until } from '../../../tests/support/until.ts'
import { freePorts } from '../../mail-lab/free-ports.ts'
import { type Attack, row } from '../prove/attack.ts'
import { connectAs } from '../prove/stage.ts'
import { reportMeanwhile } from './gateways.ts'
import { makeNextVersion, nextMigration } from './next-version.ts'

/** So many reports are taken before, between and after. */
const calm = 50

/** Two servers are upgraded one after the other while gateways report. */
export const upgradeAttack: Attack = {
  name: 'upgrade',
  engines: ['PostgreSQL'],
  async try(stage) {
    const databaseUrl = await stage.newDatabase()
    await using next = await makeNextVersion()
    const ports = await freePorts(2)
    const start = (port: number, folder?: string) =>
      startServerProcess(
        { DATABASE_URL: databaseUrl, PORT: String(port), SHUTDOWN_DELAY_SECONDS: '1' },
        [],
        undefined,
        undefined,
        folder,
      )
    const servers: ServerProcess[] = []
    await using _ = {
      async [Symbol.asyncDispose]() {
        await Promise.all(servers.map((server) => server.end('SIGKILL')))
      },
    }
    for (const port of ports) servers.push(await start(port))
    const { key, recipient } = await prepareFirms(databaseUrl)
    const urls = ports.map((port) => `http://127.0.0.1:${port}`)
    const load = reportMeanwhile({ urls, key, recipient })
    const more = async () => {
      const enough = load.taken.length + calm
      if (!(await until(() => load.taken.length >= enough))) throw new Error('no report is taken')
    }
    await more()
    for (const [position, port] of ports.entries()) {
      await servers[position]?.end('SIGTERM')
      servers[position] = await start(port, next.path)
      const isReady = async () =>
        (await fetch(`${urls[position]}/api/ready`).catch(() => undefined))?.status === 200
      if (!(await until(isReady))) throw new Error('the new version does not become ready')
      await more()
    }
    const { problems, toldToComeAgain } = await load.stop()
    const stored = await sendersIn(databaseUrl)
    const lost = load.taken.filter((sender) => !stored.includes(sender))
    if (lost.length > 0) problems.push(`${lost.length} reports are lost`)
    if (stored.length > new Set(stored).size) problems.push('a report is stored twice')
    return [
      row({
        fault: 'two servers are upgraded one after the other, by a migration of mail',
        tried: load.taken.length,
        expected: 'both versions take reports; each one that was taken is stored once',
        figures: `${load.taken.length} reports taken, ${toldToComeAgain} times told to come again`,
        problems,
        wasTried: await isMigrated(databaseUrl),
      }),
    ]
  },
}

/** Not by a server of this version, which does not open what a newer one has changed. */
async function sendersIn(databaseUrl: string): Promise<string[]> {
  await using client = await connectAs('upgrade', databaseUrl)
  const { rows } = await client.query<{ sender_address: string }>(
    'select sender_address from scans',
  )
  return rows.map((scan) => scan.sender_address)
}

async function isMigrated(databaseUrl: string): Promise<boolean> {
  await using client = await connectAs('upgrade', databaseUrl)
  const query = 'select 1 from kysely_migration where name = $1'
  return (await client.query(query, [nextMigration])).rowCount === 1
}
