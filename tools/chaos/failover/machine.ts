import { once } from 'node:events'
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unprivileged } from '../../../tests/support/postgres/cluster.ts'
import { startTcpProxy } from '../../../tests/support/proxies/tcp-proxy.ts'
import { until } from '../../../tests/support/until.ts'
import { findPostgres } from '../../scripts/find-postgres.ts'
import { start } from '../../scripts/run-command.ts'
import { replaceIn, settingsUnder } from './documented.ts'

export type Machine = Awaited<ReturnType<typeof prepareMachine>>

const proxyPort = 22_379
const neededPrograms = ['postgres', 'initdb', 'pg_controldata', 'pg_rewind', 'pg_basebackup']
/** PostgreSQL refuses to run as root. */
const account = unprivileged()

/** One of the three machines of docs/failover.md: etcd, Patroni and PostgreSQL at an address. */
export async function prepareMachine(name: string, address: string, parent: string) {
  const folder = join(parent, name)
  const data = join(folder, 'data')
  mkdirSync(folder, { mode: 0o700 })
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  const proxy = await startTcpProxy({
    target: { host: address, port: 2379 },
    host: address,
    port: proxyPort,
  })
  const own = { MACHINE: name, ADDRESS: address }
  const config = join(folder, 'patroni.yml')
  writeFileSync(config, patroniSettings(own, folder, data))
  const etcdSettings = replaceIn(settingsUnder('## etcd'), own).matchAll(/^(\w+)=(.*)$/gm)
  const environment = {
    ...Object.fromEntries([...etcdSettings].map(([, key = '', value = '']) => [key, value])),
    ETCD_DATA_DIR: join(folder, 'etcd'),
  }
  let etcd: Program | undefined
  let patroni: Program | undefined
  /** The same as `kill`, while etcd goes on. */
  const killDatabase = async () => {
    // The one that would start PostgreSQL again first.
    await patroni?.kill()
    killPostgres(data)
  }
  /** As if it lost its power. */
  const kill = async () => {
    await killDatabase()
    await etcd?.kill()
  }
  const killNow = () => killPostgres(data)
  process.on('exit', killNow)
  return {
    name,
    address,
    startEtcd() {
      etcd = runProgram('/usr/bin/etcd', [], folder, environment)
    },
    /** Once etcd answers: without it Patroni ends, and systemd starts it again. */
    async startPatroni() {
      await until(() => isHealthy(address), { everyMs: 100 })
      patroni = runProgram('/usr/bin/patroni', [config], folder)
    },
    kill,
    killDatabase,
    /** PostgreSQL alone, which Patroni starts again. */
    killPostgres: killNow,
    /** Patroni reaches no etcd any more. */
    cutOff: () => proxy.cut(),
    reconnect: () => proxy.mend(),
    output: () => `${name}:\n${patroni?.output()}\n${etcd?.output().slice(-2000)}`,
    async [Symbol.asyncDispose]() {
      await kill()
      process.off('exit', killNow)
      await proxy[Symbol.asyncDispose]()
    },
  }
}

function patroniSettings(
  own: Readonly<Record<string, string>>,
  folder: string,
  data: string,
): string {
  const programs = findPostgres(neededPrograms)
  if (programs === undefined) throw new Error('PostgreSQL is not here (Debian: postgresql)')
  return replaceIn(settingsUnder('## Patroni'), {
    // The way that the drill can close, to one etcd.
    'hosts: 127.0.2.21:2379,127.0.2.22:2379,127.0.2.23:2379': `hosts: ADDRESS:${proxyPort}\n  use_proxies: true`,
    '/var/lib/postgresql/15/aman': data,
    '/usr/lib/postgresql/15/bin': programs,
    '/var/lib/postgresql/patroni.pgpass': join(folder, 'pgpass'),
    '/run/postgresql': folder,
    ...own,
  })
}

async function isHealthy(address: string): Promise<boolean> {
  const signal = AbortSignal.timeout(2000)
  return await fetch(`http://${address}:2379/health`, { signal }).then(
    ({ ok }) => ok,
    () => false,
  )
}

type Program = ReturnType<typeof runProgram>

/** Runs a program that does not end by itself. */
function runProgram(
  program: string,
  parameters: string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
) {
  const child = start(program, parameters, {
    ...account,
    cwd: folder,
    env: { HOME: folder, LANG: 'C.UTF-8', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-20_000)
    })
  }
  return {
    output: () => output,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Kills PostgreSQL with all its processes at once, as a machine that loses power. */
function killPostgres(dataFolder: string): void {
  for (const pid of processesOf(dataFolder)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** The postmaster and its children. */
function processesOf(dataFolder: string): number[] {
  try {
    const pid = Number(readFileSync(`${dataFolder}/postmaster.pid`, 'utf8').split('\n')[0])
    // The file of a killed one stays, and another program may have its number.
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataFolder)) return []
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return [pid, ...children.split(' ').filter(Boolean).map(Number)]
  } catch {
    return []
  }
}
