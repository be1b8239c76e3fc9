import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** A webmail that a test has started. */
export interface Webmail extends AsyncDisposable {
  readonly origin: string
  readonly user: string
  readonly password: string
}

/** An account of the machine. */
interface Account {
  readonly uid: number
  readonly gid: number
}

const longestStartMs = 30_000

export async function accountOf(name: string): Promise<Account> {
  const accounts = await readFile('/etc/passwd', 'utf8')
  const line = accounts.split('\n').find((it) => it.startsWith(`${name}:`)) ?? ''
  const [, , uid, gid] = line.split(':').map(Number)
  if (!uid || !gid) throw new Error(`this machine has no account ${name}`)
  return { uid, gid }
}

/** A Maildir whose order is that of these mails. */
export async function fillMailbox(
  box: string,
  { uid, gid }: Account,
  mails: readonly Uint8Array[],
): Promise<void> {
  for (const part of ['', 'cur', 'new', 'tmp']) {
    await mkdir(`${box}/${part}`)
    await chown(`${box}/${part}`, uid, gid)
  }
  for (const [index, mail] of mails.entries()) {
    const path = `${box}/cur/${1_700_000_000 + index}.M${index}.box:2,`
    await writeFile(path, mail)
    await chown(path, uid, gid)
  }
}

interface Running extends AsyncDisposable {
  readonly pid: number
}

/** A program with its children, which end with it. */
export function run(program: string, args: readonly string[], environment = {}): Running {
  const child: ChildProcess = spawn(program, args, {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, ...environment },
  })
  return {
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.pid === undefined) return
      const exited = once(child, 'exit')
      process.kill(-child.pid, 'SIGTERM')
      await exited
    },
  }
}

export async function opens(port: number): Promise<void> {
  const until = performance.now() + longestStartMs
  while (performance.now() < until) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await setTimeout(50)
  }
  throw new Error(`nothing answers on port ${port}`)
}
