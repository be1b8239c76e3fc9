import { join } from 'node:path'
import type { Selectable } from 'kysely'
import type { AuditAction } from '../../../contract/audit/audit-action.ts'
import { createApp } from '../../../server/app.ts'
import { createDenialRecorder } from '../../../server/audit/record.ts'
import { authentication } from '../../../server/authentication.ts'
import { minuteMs } from '../../../server/core/clock.ts'
import { type Limits, readConfiguration } from '../../../server/core/configuration.ts'
import type { Log } from '../../../server/core/log.ts'
import { OutboundError } from '../../../server/core/outbound-fetch.ts'
import { createSealer } from '../../../server/core/sealer.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import type { Audit } from '../../../server/database/tables/operation.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import { createReportNotes } from '../../../server/emails/note-arrival.ts'
import { createRefusedCounts } from '../../../server/gateways/refused-requests/refused-requests.ts'
import { startHousekeeping } from '../../../server/housekeeping.ts'
import type { Services } from '../../../server/http/services.ts'
import { judgeHealth } from '../../../server/judge/judge.ts'
import { loadPolicies } from '../../../server/policy/policy.ts'
import { servicesFrom } from '../../../server/services-from.ts'
import { noBreachedPasswords } from '../../../server/sign-in/passwords/breached-passwords.ts'
import { owning } from '../owning.ts'
import { cheapPasswords } from './cheap-passwords.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { type App, type CallOptions, request, requireDeclared, type TestAnswer } from './request.ts'
import { type OpenTestDatabase, openTestDatabase } from './test-database.ts'

export const policyFile = join(import.meta.dirname, 'privacy-policy.yaml')
/** Every server reads the same file, which takes a third of the time to create one. */
const policies = loadPolicies(policyFile)

export interface TestServer extends AsyncDisposable {
  readonly app: App
  readonly services: Services
  readonly database: Database
  readonly clock: TestClock
  /** Logged lines, as JSON. */
  readonly logged: string[]
  /** The entries of the audit trail with these actions, or all of them, the oldest first. */
  acts(...actions: readonly AuditAction[]): Promise<Selectable<Audit>[]>
  get(path: string, options?: CallOptions): Promise<TestAnswer>
  post(path: string, options?: CallOptions): Promise<TestAnswer>
  delete(path: string, options?: CallOptions): Promise<TestAnswer>
}

interface TestServerOptions {
  /** Laid over what the configuration's defaults give. */
  readonly services?: Partial<Services>
  readonly limits?: Partial<Limits>
  /** A database that others use, too; one of its own without it. */
  readonly address?: string
}

async function openFor({ address }: TestServerOptions): Promise<OpenTestDatabase> {
  if (address === undefined) return openTestDatabase()
  const database = await openDatabase(address)
  return { database, [Symbol.asyncDispose]: () => database.destroy() }
}

/** The real app on a database of its own; only the clock is not real. */
export async function createTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  await using cleanUp = new AsyncDisposableStack()
  const { database } = cleanUp.use(await openFor(options))
  const clock = createTestClock()
  const configuration = readConfiguration({})
  const logged: string[] = []
  const log: Log = (...line) => logged.push(JSON.stringify(line))
  const refused = createRefusedCounts({ database, clock, log })
  cleanUp.defer(() => refused.stop())
  const services: Services = {
    database,
    clock,
    log,
    lifecycle: { isStopping: false, isLeaving: false },
    ...servicesFrom(configuration),
    limits: { ...configuration.limits, ...options.limits },
    passwords: cheapPasswords(),
    policies,
    breachedPasswords: noBreachedPasswords,
    asksForOwnPassword: false,
    receiptLinks: { secret: 'a secret for tests', minutes: 15 },
    sealer: createSealer('a key for tests, with 32 characters'),
    // Tests reach no other machine.
    outboundFetch: async (url) => {
      throw new OutboundError('unreachable', `${url} is not called in tests`)
    },
    webhookPost: async (url) => {
      throw new OutboundError('unreachable', `${url} is not called in tests`)
    },
    authentication,
    recordDenial: createDenialRecorder({ database, clock }),
    noteReport: createReportNotes({ database, clock }),
    countRefused: refused.count,
    judgeHealth: () => judgeHealth(),
    countScans: () => {},
    showsDocs: true,
    ...options.services,
  }
  const app = createApp(services)
  const send = async (method: string, path: string, call?: CallOptions) => {
    const answer = await request(app, method, path, call)
    requireDeclared(method, path, answer)
    return answer
  }
  return owning(cleanUp, {
    app,
    services,
    database,
    clock,
    logged,
    acts(...actions: readonly AuditAction[]) {
      const acts = database.selectFrom('audit').selectAll().orderBy('id')
      return (actions.length === 0 ? acts : acts.where('action', 'in', actions)).execute()
    },
    get: (path: string, call?: CallOptions) => send('GET', path, call),
    post: (path: string, call?: CallOptions) => send('POST', path, call),
    delete: (path: string, call?: CallOptions) => send('DELETE', path, call),
  })
}

/** Runs what is due as a server does that starts and ends; a busy machine may take longer for it than a stop. */
export function visitHousekeeping(
  services: Parameters<typeof startHousekeeping>[0],
): Promise<void> {
  return startHousekeeping(services, 2 * minuteMs).stop()
}
