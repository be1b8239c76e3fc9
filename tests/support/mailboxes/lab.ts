import type { ImapFlow } from 'imapflow'
import type { MailboxAction } from '../../../contract/mailboxes/mailbox.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import type { MailServers } from '../../../server/http/mail-servers.ts'
import type { Services } from '../../../server/http/services.ts'
import { startMailboxWorker } from '../../../server/mailboxes/watch/worker.ts'
import { startDovecot } from '../../../tools/mail-lab/dovecot.ts'
import type { ImapOptions, StartedImap } from '../../../tools/mail-lab/imap-place.ts'
import { findPrivileged, findProgram, unpackedServers } from '../../../tools/mail-lab/programs.ts'
import { type Certificate, makeCertificate } from '../server/certificate.ts'
import { createTestServer, type TestServer } from '../server/server.ts'
import { until } from '../until.ts'
import {
  changeOrganization,
  type MadeUser,
  makeOrganization,
  signInUser,
} from '../worlds/factories.ts'
import { startCourier } from './courier.ts'
import { startCyrus } from './cyrus.ts'
import { openImapClient } from './imap-client.ts'

/** Undefined where a test has to be skipped. */
export const dovecot = findProgram('dovecot')

export const imapNames = ['dovecot', 'cyrus', 'courier'] as const
export type ImapName = (typeof imapNames)[number]

const privileged = unpackedServers === undefined ? undefined : findPrivileged()

export function isHere(name: ImapName): boolean {
  if (name === 'dovecot') return dovecot !== undefined
  return name === 'cyrus' ? unpackedServers !== undefined : privileged !== undefined
}

export function startImap(
  name: ImapName,
  { lines, ...options }: ImapOptions & { readonly lines?: string },
): Promise<StartedImap> {
  if (name === 'dovecot' && dovecot !== undefined) {
    return startDovecot({ program: dovecot, ...options, ...(lines === undefined ? {} : { lines }) })
  }
  if (name === 'cyrus' && unpackedServers !== undefined) {
    return startCyrus(unpackedServers.usr, options)
  }
  if (name === 'courier' && unpackedServers !== undefined && privileged !== undefined) {
    return startCourier({ ...unpackedServers, privileged }, options)
  }
  throw new Error(`${name} is not here`)
}

export const folder = 'Aman – suspicious'
export const password = 'abcd efgh ijkl mnop'

/** Those of this computer, which no name server tells of. */
export function localMailServers(ca: string): MailServers {
  const none = async () => []
  // A mail server that stalls as it begins is tried again within the time of a test.
  const patienceMs = 10_000
  return {
    ...{ privateNetworks: '127.0.0.0/8, ::1/128', ca, patienceMs },
    ...{ resolveSrv: none, resolveMx: none },
  }
}

/** A mail that the judge calls suspicious. */
export function phishing(id: string): string {
  return `Received: from mx.elsewhere.example by mail.olive.example; id ${id}
From: PayPal Service <service@paypa1-secure.top>
To: rania@olive.example
Message-ID: <${id}@paypa1-secure.top>
Subject: ${id}
Content-Type: text/html; charset=utf-8

<p>Dear customer,</p><p>we noticed unusual activity. Verify your account within 24 hours or it will be
permanently closed.</p><a href="https://k3j2h4.web.app/login">Verify now</a>
`
}

export function honest(id: string): string {
  return `Received: from mx.supplier.example by mail.olive.example; id ${id}
From: Omar <omar@supplier.example>
To: rania@olive.example
Message-ID: <${id}@supplier.example>
Subject: ${id}

Dear Rania, the minutes of Monday are attached. Regards, Omar
`
}

export interface MailboxLab extends AsyncDisposable {
  readonly imap: StartedImap
  readonly certificate: Certificate
  readonly server: TestServer
  readonly user: MadeUser
  readonly token: string
  readonly servers: MailServers
  /** Signs in and watches; each worker is a server of its own on the same database. */
  connect(action?: MailboxAction, more?: object): Promise<void>
  startWorker(database?: Database): { stop(): Promise<void> }
  /** The mail program of the user. */
  openClient(): Promise<ImapFlow & AsyncDisposable>
  /** The mailbox as its user sees it. */
  shown(): Promise<Record<string, unknown>>
  /** The levels of the stored mail, the oldest first. */
  levels(): Promise<string[]>
  /** Waits until the inbox and Aman's folder hold so many mails. */
  holds(inbox: number, suspicious: number): Promise<void>
}

interface LabOptions {
  /** Dovecot without it. */
  readonly at?: ImapName
  readonly isOld?: boolean
  readonly mostMails?: number
  readonly lines?: string
  readonly security?: 'tls' | 'starttls'
  /** The address of a database; one of its own without it. */
  readonly address?: string
  readonly services?: Partial<Services>
  /** Whose mail server is watched; one of its own without it. */
  readonly beside?: Pick<MailboxLab, 'imap' | 'certificate'>
}

export async function startMailboxLab(options: LabOptions = {}): Promise<MailboxLab> {
  const { security = 'tls', address, services = {}, beside, at = 'dovecot', ...more } = options
  await using started = new AsyncDisposableStack()
  const certificate = beside?.certificate ?? (await makeCertificate())
  const imap =
    beside?.imap ??
    started.use(await startImap(at, { users: { rania: password }, certificate, ...more }))
  const mailServers = localMailServers(certificate.cert)
  const server = started.use(
    await createTestServer({
      ...(address === undefined ? {} : { address }),
      services: { mailServers, ...services },
      // Moving mail back is a report each time.
      limits: { supportRequestsPerHour: 1_000_000 },
    }),
  )
  const organizationId = await makeOrganization(server)
  await changeOrganization(server, organizationId, { judge_mode: 'mark' })
  const { user, token } = await signInUser(server, { organizationId, email: 'rania@olive.example' })
  const workers: { stop(): Promise<void> }[] = []
  started.defer(async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
  })
  const parts = started.move()
  return {
    imap,
    certificate,
    server,
    user,
    token,
    servers: mailServers,
    startWorker(database = server.database) {
      const worker = startMailboxWorker(
        { ...server.services, database },
        {
          everyMs: 50,
          refusedPauseMs: 20,
          // A mail server that has just begun may take a connection and answer half a minute later.
          firstPauseMs: database === server.database ? 2000 : 50,
          lookEveryMs: 300,
        },
      )
      workers.push(worker)
      return worker
    },
    async connect(action = 'tell', more = {}) {
      const connected = await server.post('/api/account/mailbox', {
        token,
        body: {
          address: user.email,
          host: 'localhost',
          port: security === 'tls' ? imap.tlsPort : imap.plainPort,
          security,
          username: 'rania',
          password,
          ...more,
        },
      })
      if (connected.status !== 200) throw new Error(connected.text)
      await server.post('/api/account/mailbox/settings', {
        token,
        body: { action, is_active: true },
      })
    },
    async openClient() {
      const auth = { user: 'rania', pass: password }
      const client = await openImapClient(imap.tlsPort, auth, certificate.cert)
      return Object.assign(client, { [Symbol.asyncDispose]: () => client.logout() })
    },
    async shown() {
      const { body } = await server.get('/api/account/mailbox', { token })
      return Object(body).mailbox
    },
    async levels() {
      const rows = await server.database
        .selectFrom('scans')
        .select('threat_level')
        .orderBy('id')
        .execute()
      return rows.map(({ threat_level }) => threat_level)
    },
    async holds(inbox, suspicious) {
      const counts = async () => [
        (await imap.mailsIn('rania')).length,
        (await imap.mailsIn('rania', folder)).length,
      ]
      const isSo = async () => String(await counts()) === String([inbox, suspicious])
      if (await until(isSo, { everyMs: 20 })) return
      throw new Error(`the folders hold ${await counts()}; ${server.logged.join('\n')}`)
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}
