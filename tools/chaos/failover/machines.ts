import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import * as v from 'valibot'
import { owning } from '../../../tests/support/owning.ts'
import { findProxy, startHaproxy } from '../../../tests/support/proxies/proxy.ts'
import { openClient } from '../../../tests/support/server/client.ts'
import { type RunningServer, startServer } from '../../../tests/support/server/running-server.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { until } from '../../../tests/support/until.ts'
import { documentedBlock } from '../documented-block.ts'
import { replaceIn, settingsUnder } from './documented.ts'
import { type Machine, prepareMachine } from './machine.ts'

export type Machines = Awaited<ReturnType<typeof startMachines>>

const names = ['one', 'two', 'three'] as const
const wholeMs = 120_000

export async function startMachines() {
  await using cleanUp = new AsyncDisposableStack()
  const folder = cleanUp.use(await temporaryFolder())
  await chmod(folder.path, 0o755)
  const all: Machine[] = []
  for (const [index, name] of names.entries()) {
    all.push(cleanUp.use(await prepareMachine(name, `127.0.2.${21 + index}`, folder.path)))
  }
  for (const machine of all) machine.startEtcd()
  await Promise.all(all.map((machine) => machine.startPatroni()))
  /** All three work, and one of the replicas confirms every commit. @throws Error when it takes too long */
  const areWhole = async () => {
    if (await until(() => isWhole(all), { mostMs: wholeMs, everyMs: 250 })) return
    throw new Error(`not whole again: ${all.map((machine) => machine.output()).join('\n')}`)
  }
  const primary = async () => {
    const { members } = await clusterOf(all)
    const leader = members.find(({ role }) => role === 'leader')?.name
    const found = all.find(({ name }) => name === leader)
    if (found === undefined) throw new Error('there is no primary')
    return found
  }
  await areWhole()
  await makeDatabase(await primary())
  return owning(cleanUp, {
    all,
    /** A DATABASE_URL of all. */
    url: replaceIn(settingsUnder('## Aman').trim(), { 'DATABASE_URL=': '', "'": '' }),
    primary,
    areWhole,
  })
}

const clusterState = v.object({
  members: v.array(
    v.object({
      name: v.string(),
      role: v.string(),
      state: v.string(),
      timeline: v.optional(v.number()),
    }),
  ),
})

async function isWhole(all: readonly Machine[]): Promise<boolean> {
  const { members } = await clusterOf(all).catch(() => ({ members: [] }))
  const roles = members.map(({ role }) => role).sort()
  return (
    roles.join() === 'leader,replica,sync_standby' &&
    members.every(({ state }) => ['running', 'streaming'].includes(state)) &&
    new Set(members.map(({ timeline }) => timeline)).size === 1
  )
}

/** The answer of the first Patroni that has one. */
async function clusterOf(all: readonly Machine[]) {
  const asked = all.map(async ({ address }) => {
    const answer = await fetch(`http://${address}:8008/cluster`, {
      signal: AbortSignal.timeout(2000),
    })
    return v.parse(clusterState, await answer.json())
  })
  return await Promise.any(asked)
}

/** With the statements of the page. */
async function makeDatabase({ address }: Machine): Promise<void> {
  const client = new Client(`postgres://postgres:PASSWORD-OF-POSTGRES@${address}/postgres`)
  await client.connect()
  for (const statement of settingsUnder('## The database').trim().split('\n')) {
    await client.query(statement)
  }
  await client.end()
}

const readyMs = 60_000

/** Two servers behind HAProxy: one has a list of hosts, the other a HAProxy before PostgreSQL. */
export async function startServers(databaseUrl: string) {
  const program = findProxy('haproxy')
  if (program === undefined) throw new Error('HAProxy is not here (Debian: haproxy)')
  await using cleanUp = new AsyncDisposableStack()
  const folder = cleanUp.use(await temporaryFolder())
  const before = cleanUp.use(
    await startHaproxy(program, join(folder.path, 'database'), ({ httpsPort }) =>
      replaceIn(settingsUnder('### HAProxy'), { '127.0.0.1:5000': `127.0.0.1:${httpsPort}` }),
    ),
  )
  const account = databaseUrl.slice(0, databaseUrl.indexOf('@'))
  const urls = [databaseUrl, `${account}@127.0.0.1:${before.httpsPort}/aman`]
  const servers: RunningServer[] = []
  for (const url of urls) {
    servers.push(cleanUp.use(await startServer(url, { TRUST_PROXY: '1' })))
  }
  const [one, other] = servers.map(({ port }) => `127.0.0.1:${port}`)
  const balancer = cleanUp.use(
    await startHaproxy(program, join(folder.path, 'servers'), ({ both, httpPort, httpsPort }) =>
      replaceIn(documentedBlock('operations.md', '### Behind HAProxy'), {
        'bind :80': `bind 127.0.0.1:${httpPort}`,
        'bind :443 ssl crt /etc/haproxy/aman.pem': `bind 127.0.0.1:${httpsPort} ssl crt ${both}`,
        // The calls of the drill are plain.
        'http-request redirect scheme https code 301 unless { ssl_fc }': '',
        '192.0.2.11:4321': `${one}`,
        '192.0.2.12:4321': `${other}`,
      }),
    ),
  )
  return owning(cleanUp, {
    url: `http://127.0.0.1:${balancer.httpPort}`,
    /** Both answer that they can read and write. @throws Error when one does not in time */
    async areReady() {
      for (const { url } of servers) {
        if (!(await until(() => isReady(url), { mostMs: readyMs, everyMs: 100 }))) {
          throw new Error(`a server did not recover: ${url}`)
        }
      }
    },
    /** Stops both. @returns what is wrong with how they ended */
    async stop(): Promise<string[]> {
      const ended = servers.map(async ({ end, output }) => {
        const code = await end('SIGTERM')
        const { stderr } = output()
        return code === 0 && stderr === '' ? [] : [`a server ended with ${code}: ${stderr}`]
      })
      return (await Promise.all(ended)).flat()
    },
  })
}

async function isReady(url: string): Promise<boolean> {
  using client = openClient(url, { longestMs: 10_000 })
  return (await client.send('GET', '/ready')).status === 200
}
