import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Account, KeeperOrder } from './start-keeper.ts'

/*
 * Keeps mail programs for tests and the demo, in a folder of its own. It says `ready <folder>` on
 * standard output, obeys one order in JSON on each line of its input, and answers `done` or `failed
 * <why>`. When its input ends, because the process that started it has ended in any way, it ends the
 * programs with all of their children and removes the folder.
 */

const folder = mkdtempSync(join(tmpdir(), 'aman-mail-'))
// The programs run under other accounts.
chmodSync(folder, 0o755)
const running = new Map<string, ChildProcess>()
const isRoot = process.getuid?.() === 0

// Ctrl-C reaches the whole group and is meant for the parent process; the end of the input follows.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// The parent process may be gone, and there is still something to remove.
process.stdout.on('error', () => {})

try {
  process.stdout.write(`ready ${folder}\n`)
  for await (const line of createInterface({ input: process.stdin })) {
    process.stdout.write(`${await answer(JSON.parse(line))}\n`)
  }
} finally {
  await Promise.all([...running.keys()].map((name) => signal(name, 'SIGKILL')))
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function answer(order: KeeperOrder): Promise<string> {
  try {
    await obey(order)
    return 'done'
  } catch (cause) {
    return `failed ${String(cause).replaceAll('\n', ' ')}`
  }
}

async function obey(order: KeeperOrder): Promise<void> {
  switch (order.do) {
    case 'write':
      return write(order.path, order.text)
    case 'mkdir':
      return makeFolder(order.path, order.account)
    case 'start':
      return start(order)
    case 'signal':
      return signal(order.name, order.signal)
  }
}

function write(path: string, text: string): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function makeFolder(path: string, account: Account): void {
  mkdirSync(join(folder, path), { recursive: true })
  const owner = idsOf(account)
  if (owner !== undefined) chownSync(join(folder, path), owner.uid, owner.gid)
}

/** A program is the leader of a group, which ends as a whole. */
function start({ name, program, parameters, account }: KeeperOrder & { do: 'start' }): void {
  const owner = idsOf(account)
  const child = spawn(program, parameters, {
    ...owner,
    cwd: folder,
    detached: true,
    stdio: 'ignore',
  })
  child.on('error', (error) => process.stderr.write(`${program}: ${error.message}\n`))
  running.set(name, child)
}

async function signal(name: string, kind: NodeJS.Signals): Promise<void> {
  const child = running.get(name)
  running.delete(name)
  if (child?.pid === undefined) return
  const hasEnded = child.exitCode !== null || child.signalCode !== null
  const ended = hasEnded ? undefined : once(child, 'exit')
  if (kind === 'SIGKILL') killGroup(child.pid)
  else if (!hasEnded) child.kill(kind)
  await ended
  // Children of a program that ended by itself, or that do not obey it.
  killGroup(child.pid)
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // All of it has ended.
  }
}

/** @returns undefined where this process is the account, or may not change to it */
function idsOf(account: Account): { uid: number; gid: number } | undefined {
  if (!isRoot || account === 'root') return undefined
  const id = (option: string) => Number(execFileSync('id', [option, account], { stdio: 'pipe' }))
  return { uid: id('-u'), gid: id('-g') }
}
