import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { type DnsStub, startDnsStub, type Zone } from './dns-stub.ts'
import { freePorts } from './free-ports.ts'
import type { MailPrograms } from './programs.ts'
import { prepareRspamd, type RspamdFiles, type RspamdPorts } from './rspamd.ts'
import { deliver, type Envelope, type SmtpAnswer } from './smtp-client.ts'
import { type Keeper, startKeeper } from './start-keeper.ts'

interface PostfixOptions {
  /** Where `master` and its services are. */
  readonly daemons: string
  readonly port: number
  /** Domains whose mail it takes. */
  readonly domains: readonly string[]
  /** Where it passes the mail on to: `discard:`, or `smtp:[127.0.0.1]:2525`. */
  readonly transport: string
  /** Lines of main.cf as an operator has them. */
  readonly lines: string
  /** Addresses that it rewrites, for example `{ 'info@firm.example': 'lead@firm.example' }`. */
  readonly aliases?: Readonly<Record<string, string>>
}

const queueFolders = [
  'active bounce corrupt defer deferred flush hold incoming maildrop private public saved trace',
].flatMap((names) => names.split(' '))

/** Postfix with folders of its own. @returns how to start it */
async function preparePostfix(keeper: Keeper, options: PostfixOptions) {
  const folder = `${keeper.folder}/postfix`
  await keeper.obey({ do: 'write', path: 'postfix/etc/main.cf', text: mainLines(folder, options) })
  await keeper.obey({ do: 'write', path: 'postfix/etc/master.cf', text: services(options.port) })
  await keeper.obey({ do: 'mkdir', path: 'postfix/queue/pid', account: 'root' })
  await keeper.obey({ do: 'mkdir', path: 'postfix/data', account: 'postfix' })
  for (const name of queueFolders) {
    await keeper.obey({ do: 'mkdir', path: `postfix/queue/${name}`, account: 'postfix' })
  }
  return {
    do: 'start',
    name: 'postfix',
    program: `${options.daemons}/master`,
    parameters: ['-d', '-c', `${folder}/etc`],
    account: 'root',
  } as const
}

function mainLines(folder: string, options: PostfixOptions): string {
  const aliases = Object.entries(options.aliases ?? {}).map(([from, to]) => `{ ${from} = ${to} }`)
  return `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
daemon_directory = ${options.daemons}
maillog_file = ${folder}/queue/mail.log
maillog_file_prefixes = ${folder}
mail_owner = postfix
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.olivebranch.example
mydestination =
alias_maps =
alias_database =
mynetworks =
recipient_delimiter = +
virtual_mailbox_domains = ${options.domains.join(', ')}
virtual_transport = ${options.transport}
${aliases.length === 0 ? '' : `virtual_alias_maps = inline:{ ${aliases.join(' ')} }`}
smtpd_recipient_restrictions = reject_unauth_destination
smtpd_authorized_xclient_hosts = 127.0.0.1
smtp_tls_security_level = none
minimal_backoff_time = 1s
queue_run_delay = 1s
${options.lines}`
}

/** The services of a mail server that only takes mail and passes it on, without chroot. */
function services(port: number): string {
  return `127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`
}

const longestStartMs = 60_000

export interface LabOptions {
  readonly programs: MailPrograms
  readonly zone: Zone
  readonly rspamdFiles: RspamdFiles
  /** Lines of main.cf; the port of rspamd is put in place of 11332. */
  readonly postfixLines: string
  readonly domains: readonly string[]
  readonly transport?: string
  readonly aliases?: Readonly<Record<string, string>>
}

type LabProgram = 'rspamd' | 'postfix'

/** Postfix and rspamd of this machine on free ports of loopback, with a name server of their own. */
export interface MailLab extends AsyncDisposable {
  /** Holds all files of the programs. */
  readonly folder: string
  readonly smtpPort: number
  readonly ports: RspamdPorts
  readonly dns: DnsStub
  deliver(envelope: Envelope, message: Buffer): Promise<SmtpAnswer>
  /** Kills or ends a program with its children. */
  end(program: LabProgram, signal: NodeJS.Signals): Promise<void>
  /** Starts a program again, with the same files. */
  start(program: LabProgram): Promise<void>
  log(program: LabProgram): Promise<string>
}

export async function startMailLab(options: LabOptions): Promise<MailLab> {
  await using started = new AsyncDisposableStack()
  const { programs, transport = 'discard:' } = options
  const dns = started.use(await startDnsStub(options.zone))
  const keeper = started.use(await startKeeper(programs.privileged))
  const [normal = 0, controller = 0, proxy = 0, smtpPort = 0] = await freePorts(4)
  const ports = { normal, controller, proxy }
  const orders = {
    rspamd: await prepareRspamd(keeper, {
      program: programs.rspamd,
      ports,
      dnsPort: dns.port,
      files: options.rspamdFiles,
    }),
    postfix: await preparePostfix(keeper, {
      ...options,
      daemons: programs.postfixDaemons,
      port: smtpPort,
      transport,
      lines: options.postfixLines.replaceAll('127.0.0.1:11332', `127.0.0.1:${proxy}`),
    }),
  }
  const logs = { rspamd: 'rspamd/state/rspamd.log', postfix: 'postfix/queue/mail.log' }
  const log = (program: LabProgram) =>
    readFile(`${keeper.folder}/${logs[program]}`, 'utf8').catch(() => '')
  const awaited = { rspamd: [normal, controller, proxy], postfix: [smtpPort] }
  const start = async (program: LabProgram) => {
    await keeper.obey(orders[program])
    const isReady = await Promise.all(awaited[program].map(opens))
    if (isReady.every(Boolean)) return
    throw new Error(`${program} did not start:\n${(await log(program)).slice(-4000)}`)
  }
  await Promise.all([start('rspamd'), start('postfix')])
  const parts = started.move()
  return {
    folder: keeper.folder,
    smtpPort,
    ports,
    dns,
    deliver: (envelope, message) => deliver(smtpPort, envelope, message),
    end: (program, signal) => keeper.obey({ do: 'signal', name: program, signal }),
    start,
    log,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** @returns whether the port opened in time */
async function opens(port: number): Promise<boolean> {
  const end = performance.now() + longestStartMs
  while (!(await isOpen(port))) {
    if (performance.now() > end) return false
    await setTimeout(20)
  }
  return true
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
