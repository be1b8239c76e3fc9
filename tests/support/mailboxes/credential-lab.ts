import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MailServers } from '../../../server/http/mail-servers.ts'
import type { Services } from '../../../server/http/services.ts'
import { startMailboxWorker } from '../../../server/mailboxes/watch/worker.ts'
import type { StartedImap } from '../../../tools/mail-lab/imap-place.ts'
import { makeCertificate } from '../server/certificate.ts'
import { createTestServer, type TestServer } from '../server/server.ts'
import { until } from '../until.ts'
import {
  type MadeUser,
  makeDomain,
  makeOrganization,
  makeUser,
  signInUser,
} from '../worlds/factories.ts'
import { type ImapName, localMailServers, startImap } from './lab.ts'

/** The login that may open other mailboxes, and its password. */
export const proxy = { login: 'aman', password: 'correct horse battery' }
/** The password of each mailbox at a real server. */
const password = 'abcd efgh ijkl mnop'

export interface CredentialScene {
  readonly server: TestServer
  readonly organizationId: string
  readonly omar: MadeUser
  /** The organization admin's. */
  readonly lead: string
  join(name: string, more?: object): Promise<MadeUser>
  startWorker(): { stop(): Promise<void> }
  /** Enters the credential, checked with the mailbox of rania. */
  enter(more?: object): Promise<{ readonly status: number; readonly code?: string | undefined }>
  shown(): Promise<Record<string, unknown>>
  /** Waits until the organization admin sees it. */
  shows(part: Readonly<Record<string, unknown>>): Promise<void>
}

const path = '/api/organization/mailbox-credential'

/** An organization with the users rania and omar, who have come, and an admin of its own. */
export async function makeCredentialScene(
  server: TestServer,
  port: number,
  usernameOf = (address: string) => address,
): Promise<CredentialScene> {
  const organizationId = await makeOrganization(server)
  await makeDomain(server, organizationId, 'olive.example')
  const joinUser = (name: string, more: object = {}) =>
    makeUser(server, { organizationId, email: `${name}@olive.example`, full_name: name, ...more })
  await joinUser('rania')
  const omar = await joinUser('omar')
  const { token: lead } = await signInUser(server, {
    ...{ organizationId, email: 'lead@cedar.example', role: 'team_lead' },
    managed_organization_id: organizationId,
  })
  const shown = async () => Object(server.get(path, { token: lead }).then(({ body }) => body))
  return {
    ...{ server, organizationId, omar, lead, shown },
    join: joinUser,
    startWorker: () =>
      startMailboxWorker(server.services, {
        everyMs: 20,
        refusedPauseMs: 20,
        firstPauseMs: 20,
        lookEveryMs: 300,
        joinEveryMs: 20,
      }),
    enter: (more = {}) =>
      server.post(path, {
        token: lead,
        body: {
          ...{ address: 'rania@olive.example', username: usernameOf('rania@olive.example') },
          ...{ host: 'localhost', port, security: 'tls', ...proxy, ...more },
        },
      }),
    async shows(part) {
      const isSo = async () => {
        const now = await shown()
        return Object.entries(part).every(
          ([name, value]) => JSON.stringify(now[name]) === JSON.stringify(value),
        )
      }
      if (await until(isSo, { everyMs: 20 })) return
      throw new Error(`${JSON.stringify(await shown())}; ${server.logged.join('\n')}`)
    },
  }
}

export interface CredentialLab extends AsyncDisposable, CredentialScene {
  readonly imap: StartedImap
  setProxyPassword(changed: string): Promise<void>
}

/** It may call this computer. */
export function startCredentialServer(
  ca: string,
  { providers, ...services }: Pick<MailServers, 'providers'> & Partial<Services> = {},
): Promise<TestServer> {
  const mailServers: MailServers = {
    ...localMailServers(ca),
    ...(providers === undefined ? {} : { providers }),
  }
  return createTestServer({
    services: { mailServers, ...services },
    limits: { supportRequestsPerHour: 1_000_000 },
  })
}

/** Starts workers that stop with the others that were started. */
export function stoppedWith<Worker extends { stop(): Promise<void> }>(
  started: AsyncDisposableStack,
  start: () => Worker,
): () => Worker {
  return () => {
    const worker = start()
    started.defer(() => worker.stop())
    return worker
  }
}

/** Lines of Dovecot's configuration by which the logins of a file may open other mailboxes. */
export const mastersIn = (file: string) =>
  `passdb {\n  driver = passwd-file\n  master = yes\n  result_success = continue\n  args = ${file}\n}`

/** A real server with the mailboxes rania, omar and sami, and the proxy. */
export async function startCredentialLab(at: ImapName): Promise<CredentialLab> {
  await using started = new AsyncDisposableStack()
  const certificate = await makeCertificate()
  const folder = await mkdtemp(join(tmpdir(), 'aman-masters-'))
  started.defer(() => rm(folder, { recursive: true, force: true }))
  // Read by a server without rights.
  await chmod(folder, 0o755)
  const masters = join(folder, 'masters')
  const setMaster = (changed: string) =>
    writeFile(masters, `${proxy.login}:{PLAIN}${changed}\n`, { mode: 0o644 })
  await setMaster(proxy.password)
  const own = { rania: password, omar: password, sami: password }
  const imap = started.use(
    await startImap(at, {
      users: at === 'dovecot' ? own : { ...own, [proxy.login]: proxy.password },
      certificate,
      lines: mastersIn(masters),
    }),
  )
  const server = started.use(await startCredentialServer(certificate.cert))
  const usernameOf = (address: string) => (at === 'dovecot' ? address : address.replace(/@.*/, ''))
  const scene = await makeCredentialScene(server, imap.tlsPort, usernameOf)
  const parts = started.move()
  const startWorker = stoppedWith(parts, scene.startWorker)
  return {
    ...scene,
    imap,
    startWorker,
    setProxyPassword: (changed) =>
      at === 'dovecot' ? setMaster(changed) : imap.setPassword(proxy.login, changed),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}
