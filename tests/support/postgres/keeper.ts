import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../server/free-port.ts'
import { unprivileged } from './cluster.ts'

/*
 * Keeps a private PostgreSQL: node keeper.ts <folder of its programs> <folder for its data>
 * <setting>… It answers `ready <port>` on standard output, obeys `stop`, `kill` and `start` on standard
 * input and says `done`. When its input ends, because the process that started it has ended in any way, it
 * removes everything.
 */

const [programs = '', parent = '', ...given] = process.argv.slice(2)
/** PostgreSQL refuses to run as root. */
const owner = unprivileged()
const port = await freePort()
const folder = mkdtempSync(join(parent, 'aman-postgres-'))
const data = join(folder, 'data')
const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...given]
let server: ChildProcess | undefined

// Ctrl-C reaches the whole group and is meant for the parent process; the end of the input follows.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// The parent process may be gone, and there is still something to remove.
process.stdout.on('error', () => {})

try {
  makeCluster()
  await start()
  process.stdout.write(`ready ${port}\n`)
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'stop') await stop('SIGINT')
    else if (line === 'kill') await stop('SIGQUIT')
    else if (line === 'start') await start()
    process.stdout.write(`done ${line}\n`)
  }
} finally {
  await stop('SIGQUIT')
  rmSync(folder, { recursive: true, force: true })
}

function makeCluster(): void {
  mkdirSync(data)
  // PostgreSQL insists on both.
  for (const path of [folder, data]) {
    if (owner !== undefined) chownSync(path, owner.uid, owner.gid)
    chmodSync(path, 0o700)
  }
  const options = ['--username=aman', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  execFileSync(join(programs, 'initdb'), [`--pgdata=${data}`, ...options], {
    ...owner,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function start(): Promise<void> {
  const options = settings.flatMap((setting) => ['-c', setting])
  const child = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...options], {
    ...owner,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  server = child
  const lines = createInterface({ input: child.stderr })
  let told = ''
  const isReady = await new Promise<boolean>((resolve) => {
    child.on('exit', () => resolve(false))
    lines.on('line', (line) => {
      told = `${told}${line}\n`.slice(-10_000)
      if (line.includes('ready to accept connections')) resolve(true)
    })
  })
  if (!isReady) throw new Error(`PostgreSQL did not start:\n${told}`)
}

/** @param signal SIGINT ends connections and keeps all that was committed, SIGQUIT just ends */
async function stop(signal: NodeJS.Signals): Promise<void> {
  const running = server
  if (running === undefined) return
  server = undefined
  if (running.exitCode !== null || running.signalCode !== null) return
  const ended = once(running, 'exit')
  running.kill(signal)
  await ended
}
