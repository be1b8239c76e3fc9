import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTcpProxy } from '../../../tests/support/proxies/tcp-proxy.ts'
import { until } from '../../../tests/support/until.ts'
import { findPostgres } from '../../scripts/find-postgres.ts'
import { replaceIn, settingsUnder } from './documented.ts'
import { account, killPostgres, type Program, runProgram } from './programs.ts'

/** One of the three machines of docs/failover.md: etcd, Patroni and PostgreSQL at an address. */
export interface Machine extends AsyncDisposable {
  readonly name: string
  readonly address: string
  startEtcd(): void
  /** Once etcd answers: without it Patroni ends, and systemd starts it again. */
  startPatroni(): Promise<void>
  /** As if it lost its power. */
  kill(): Promise<void>
  /** The same, while etcd goes on. */
  killDatabase(): Promise<void>
  /** PostgreSQL alone, which Patroni starts again. */
  killPostgres(): void
  /** Patroni reaches no etcd any more. */
  cutOff(): Promise<void>
  reconnect(): Promise<void>
  /** The last output of its programs. */
  output(): string
}

const proxyPort = 22_379
const neededPrograms = ['postgres', 'initdb', 'pg_controldata', 'pg_rewind', 'pg_basebackup']

export async function prepareMachine(
  name: string,
  address: string,
  parent: string,
): Promise<Machine> {
  const folder = join(parent, name)
  const data = join(folder, 'data')
  makeOwnFolder(folder)
  const proxy = await startTcpProxy({
    target: { host: address, port: 2379 },
    host: address,
    port: proxyPort,
  })
  const own = { MACHINE: name, ADDRESS: address }
  const config = join(folder, 'patroni.yml')
  writeFileSync(config, patroniSettings(own, folder, data))
  const environment = {
    ...Object.fromEntries(
      replaceIn(settingsUnder('## etcd'), own)
        .trim()
        .split('\n')
        .map((line) => splitOnce(line, '=')),
    ),
    ETCD_DATA_DIR: join(folder, 'etcd'),
  }
  let etcd: Program | undefined
  let patroni: Program | undefined
  const killDatabase = async () => {
    // The one that would start PostgreSQL again first.
    await patroni?.kill()
    killPostgres(data)
  }
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
      etcd = runProgram('/usr/bin/etcd', [], { folder, environment })
    },
    async startPatroni() {
      await until(() => isHealthy(address), { everyMs: 100 })
      patroni = runProgram('/usr/bin/patroni', [config], { folder })
    },
    kill,
    killDatabase,
    killPostgres: killNow,
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

function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { mode: 0o700 })
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
}

function splitOnce(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator)
  return [text.slice(0, at), text.slice(at + 1)]
}
