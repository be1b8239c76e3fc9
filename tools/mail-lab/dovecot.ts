import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePorts } from './free-ports.ts'

export interface Dovecot extends AsyncDisposable {
  /** For TLS from the first byte, and for STARTTLS. */
  readonly tlsPort: number
  readonly plainPort: number
  /** Puts a mail into the inbox, as a delivery does. */
  deliver(user: string, message: string): Promise<void>
  /** The contents of the mails in a folder; the inbox without a name. */
  mailsIn(user: string, folder?: string): Promise<string[]>
  /** The flags of Maildir of the mails in a folder, for instance `S` for one that was read. */
  flagsIn(user: string, folder?: string): Promise<string[]>
  setPassword(user: string, password: string): Promise<void>
  /** Forgets the UIDs of the inbox, as a restored backup does; end it before. */
  forgetUids(user: string): Promise<void>
  /** Ends it in good order, without locks that it would wait for afterwards. */
  stop(): Promise<void>
  /** Ends it as a power failure would. */
  kill(): Promise<void>
  start(): Promise<void>
}

interface DovecotOptions {
  readonly program: string
  readonly users: Readonly<Record<string, string>>
  /** In PEM; without it there is no TLS. */
  readonly certificate?: { readonly key: string; readonly cert: string }
  /** The capabilities that it tells, instead of its own. */
  readonly capabilities?: string
  /** More lines of its configuration. */
  readonly lines?: string
}

/** Debian's Dovecot with a configuration of its own on 127.0.0.1, for an account without rights. */
export async function startDovecot(options: DovecotOptions): Promise<Dovecot> {
  const { program, users, certificate, capabilities, lines = '' } = options
  const account = unprivileged()
  const folder = await mkdtemp(join(tmpdir(), 'aman-dovecot-'))
  const [tlsPort = 0, plainPort = 0] = await freePorts(2)
  const own = async (path: string) => {
    if (account !== undefined) await chown(path, account.uid, account.gid)
  }
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text, { mode: 0o600 })
    await own(join(folder, name))
  }
  await own(folder)
  for (const name of ['run', 'state', 'mail', 'home']) {
    await mkdir(join(folder, name))
    await own(join(folder, name))
  }
  for (const user of Object.keys(users)) {
    const parts = ['', 'new', 'cur', 'tmp'].map((part) => join(folder, 'mail', user, part))
    for (const part of parts) {
      await mkdir(part)
      await own(part)
    }
  }
  const passwords = Object.entries(users).map(([user, password]) => `${user}:{PLAIN}${password}\n`)
  await write('passwords', passwords.join(''))
  if (certificate !== undefined) {
    await write('cert.pem', certificate.cert)
    await write('key.pem', certificate.key)
  }
  const { uid = process.getuid?.() ?? 0, gid = process.getgid?.() ?? 0 } = account ?? {}
  const nameOf = (option: string) =>
    execFileSync('id', [option, String(uid)], { encoding: 'utf8' }).trim()
  const tls =
    certificate === undefined
      ? 'ssl = no\ndisable_plaintext_auth = no'
      : `ssl = required\nssl_cert = <${folder}/cert.pem\nssl_key = <${folder}/key.pem`
  await write(
    'dovecot.conf',
    `base_dir = ${folder}/run
state_dir = ${folder}/state
instance_name = ${folder}
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
${tls}
default_internal_user = ${nameOf('-un')}
default_internal_group = ${nameOf('-gn')}
default_login_user = ${nameOf('-un')}
mail_location = maildir:${folder}/mail/%n
first_valid_uid = 1
mail_max_userip_connections = 100
auth_failure_delay = 0
${capabilities === undefined ? '' : `imap_capability = ${capabilities}`}
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%n ${folder}/passwords
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/home/%n
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${plainPort}
  }
  inet_listener imaps {
    port = ${certificate === undefined ? 0 : tlsPort}
  }
}
# Wrong passwords cost no time.
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Junk {
    auto = subscribe
    special_use = \\Junk
  }
}
${lines}
`,
  )
  let process_: ChildProcess | undefined
  const start = async () => {
    process_ = spawn(program, ['-F', '-c', join(folder, 'dovecot.conf')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      // Its processes are a group, which ends as one.
      detached: true,
      ...account,
    })
    let said = ''
    process_.stderr?.on('data', (text) => {
      said += String(text)
    })
    const end = performance.now() + 30_000
    while (!(await answers(plainPort))) {
      if (performance.now() > end || process_.exitCode !== null) {
        throw new Error(`Dovecot does not start: ${said}`)
      }
      await setTimeout(50)
    }
  }
  const end = async (signal: NodeJS.Signals) => {
    const running = process_
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    if (running.pid !== undefined) process.kill(-running.pid, signal)
    await ended
  }
  const pathOf = (user: string, name?: string) =>
    join(folder, 'mail', user, name === undefined ? '' : `.${encodeName(name)}`)
  const filesIn = async (user: string, name?: string) => {
    const found: string[] = []
    for (const part of ['new', 'cur']) {
      const path = join(pathOf(user, name), part)
      for (const file of await readdir(path).catch(() => [])) found.push(join(path, file))
    }
    return found.sort()
  }
  await start()
  return {
    tlsPort,
    plainPort,
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    async setPassword(user, password) {
      await write('passwords', `${user}:{PLAIN}${password}\n`)
    },
    async forgetUids(user) {
      for (const name of await readdir(pathOf(user))) {
        if (name.startsWith('dovecot')) await rm(join(pathOf(user), name))
      }
    },
    async deliver(user, message) {
      const name = `${Date.now()}.${randomUUID()}.lab`
      const path = join(pathOf(user), 'tmp', name)
      await writeFile(path, message.replaceAll(/\r?\n/g, '\r\n'), { mode: 0o600 })
      await own(path)
      await rename(path, join(pathOf(user), 'new', name))
    },
    async mailsIn(user, name) {
      const files = await filesIn(user, name)
      // A mail may be moved between the two steps.
      return Promise.all(files.map((path) => readFile(path, 'utf8').catch(() => '')))
    },
    async flagsIn(user, name) {
      return (await filesIn(user, name)).map((path) => /:2,(.*)$/.exec(path)?.[1] ?? '')
    },
    async [Symbol.asyncDispose]() {
      await end('SIGTERM')
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** @returns the account to run as; undefined where this process is not root */
function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (option: string) => Number(execFileSync('id', [option, 'nobody']))
  return { uid: id('-u'), gid: id('-g') }
}

function answers(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1')
  socket.once('data', () => resolve(true))
  socket.once('error', () => resolve(false))
  socket.once('close', () => resolve(false))
  return promise.finally(() => socket.destroy())
}

/** Modified UTF-7 of IMAP, for the names of folders on the disk. */
function encodeName(name: string): string {
  return name.replaceAll('&', '&-').replaceAll(/[^\x20-\x7e]+/g, (text) => {
    const bytes = Buffer.from(text, 'utf16le').swap16()
    return `&${bytes.toString('base64').replaceAll('/', ',').replaceAll('=', '')}-`
  })
}
