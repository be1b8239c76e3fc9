import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { type DnsStub, startDnsStub, type Zone } from './dns-stub.ts'
import { freePorts } from './free-ports.ts'
import { preparePostfix } from './postfix.ts'
import type { MailPrograms } from './programs.ts'
import { prepareRspamd, type RspamdFiles, type RspamdPorts } from './rspamd.ts'
import { deliver, type Envelope, type SmtpAnswer } from './smtp-client.ts'
import { startKeeper } from './start-keeper.ts'

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
