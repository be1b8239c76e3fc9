import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** An IMAP server with a configuration of its own on 127.0.0.1. */
export interface StartedImap extends AsyncDisposable {
  /** For TLS from the first byte, and for STARTTLS. */
  readonly tlsPort: number
  readonly plainPort: number
  /** Puts a mail into the inbox, as a delivery does. */
  deliver(user: string, message: string): Promise<void>
  /** The contents of the mails in a folder; the inbox without a name. */
  mailsIn(user: string, folder?: string): Promise<string[]>
  setPassword(user: string, password: string): Promise<void>
  /** Forgets the UIDs of the inbox, as a restored backup does; end it before. */
  forgetUids(user: string): Promise<void>
  /** Ends it in good order, without locks that it would wait for afterwards. */
  stop(): Promise<void>
  /** Ends it as a power failure would. */
  kill(): Promise<void>
  start(): Promise<void>
}

export interface ImapOptions {
  readonly users: Readonly<Record<string, string>>
  /** In PEM. */
  readonly certificate: { readonly key: string; readonly cert: string }
  /** Whether it hides MOVE and IDLE, as older servers do not have them. */
  readonly isOld?: boolean
  /** The mails that a mailbox may have; any number without it. */
  readonly mostMails?: number
}

export interface ImapPlace {
  readonly folder: string
  /** To run as. */
  readonly uid: number
  readonly gid: number
  /** The names of the account and its group. */
  readonly names: { readonly user: string; readonly group: string }
  make(path: string): Promise<void>
  write(path: string, text: string): Promise<void>
  own(path: string): Promise<void>
  remove(): Promise<void>
}

/** A folder for a server that runs without rights. */
export async function openPlace(name: string): Promise<ImapPlace> {
  const folder = await mkdtemp(join(tmpdir(), `aman-${name}-`))
  const account = unprivileged()
  const { uid = process.getuid?.() ?? 0, gid = process.getgid?.() ?? 0 } = account ?? {}
  const nameOf = (option: string) =>
    execFileSync('id', [option, String(uid)], { encoding: 'utf8' }).trim()
  const own = async (path: string) => {
    if (account !== undefined) await chown(path, uid, gid)
  }
  await own(folder)
  return {
    folder,
    uid,
    gid,
    names: { user: nameOf('-un'), group: nameOf('-gn') },
    own,
    async make(path) {
      await mkdir(join(folder, path))
      await own(join(folder, path))
    },
    async write(path, text) {
      await writeFile(join(folder, path), text, { mode: 0o600 })
      await own(join(folder, path))
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** @returns the account to run as; undefined where this process is not root */
function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (option: string) => Number(execFileSync('id', [option, 'nobody']))
  return { uid: id('-u'), gid: id('-g') }
}

interface Command {
  readonly program: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly account?: { readonly uid: number; readonly gid: number }
  /** To run it under. */
  readonly privileged?: readonly string[]
  /** They answer when the server has started. */
  readonly ports: readonly number[]
}

/** Its processes are a group, which ends as one. */
export function daemonOf({ program, args, env, account, privileged = [], ports }: Command) {
  const [first = program, ...others] = [...privileged, program, ...args]
  let running: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals) => {
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    const group = `-${running.pid}`
    const [kill = 'kill', ...rights] = [...privileged, 'kill', '-s', signal.slice(3), '--', group]
    execFileSync(kill, rights)
    await ended
    // A child that is about to die still holds the sockets, for which the next start would take it.
    const endMs = performance.now() + 5000
    while (isThere(group) && performance.now() < endMs) await setTimeout(10)
  }
  return {
    async start() {
      const started = spawn(first, others, {
        stdio: ['ignore', 'ignore', 'pipe'],
        detached: true,
        env: { ...process.env, ...env },
        ...account,
      })
      running = started
      let said = ''
      started.stderr.on('data', (text) => {
        said += String(text)
      })
      const endMs = performance.now() + 30_000
      for (const port of ports) {
        while (!(await answers(port))) {
          if (performance.now() > endMs || started.exitCode !== null) {
            throw new Error(`${program} does not start: ${said}`)
          }
          await setTimeout(50)
        }
      }
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** @param group a minus sign and the process that leads it */
function isThere(group: string): boolean {
  try {
    return process.kill(Number(group), 0)
  } catch (error) {
    return Object(error).code === 'EPERM'
  }
}

function answers(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1')
  socket.once('data', () => resolve(true))
  socket.once('error', () => resolve(false))
  socket.once('close', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
