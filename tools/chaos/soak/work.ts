import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { signInWithPasswordEndpoint } from '../../../contract/sign-in/sign-in-with-password.ts'
import { openPlace } from '../../../tests/support/browser/place.ts'
import { removeFlag } from '../../../tests/support/crash/writers.ts'
import { type Client, openClient } from '../../../tests/support/server/client.ts'
import { times } from '../../../tests/support/until.ts'
import { makeOrganization, makeSession, makeUser } from '../../../tests/support/worlds/factories.ts'
import {
  makeFlag,
  makeGatewayKey,
  reportScans,
} from '../../../tests/support/worlds/mail-factories.ts'

interface Worker {
  readonly token: string
  readonly username: string
  readonly email: string
}

/** The firms at work, one on each connection. */
interface Firm {
  readonly workers: readonly Worker[]
  readonly gatewayKey: string
  readonly adminToken: string
}

const colleagues = 300
const threats = 50
const flags = 20
const password = 'violet kettle drum'
/** Between two calls of a connection: the machine is busy, and not overloaded. */
const pauseMs = 20

/** All answers are as long as they will ever be, so that nothing has a reason to grow. */
export async function prepareFirm(databaseUrl: string, size: number): Promise<Firm> {
  await using place = await openPlace(databaseUrl)
  const organizationId = await makeOrganization(place)
  for (let made = 0; made < colleagues; made += 1) await makeUser(place, { organizationId })
  const workers: Worker[] = []
  const mails = Array.from({ length: threats }, () => ({ threat_level: 'malicious' }) as const)
  for (let made = 0; made < size; made += 1) {
    const user = await makeUser(place, { organizationId, password, role: 'team_lead' })
    await reportScans(place, user, mails)
    for (let flag = 0; flag < flags; flag += 1) {
      await makeFlag(place, user, { flag_type: 'red', value: `flagged-${flag}.example` })
    }
    workers.push({ ...user, token: await makeSession(place, user) })
  }
  const admin = await makeUser(place, { organizationId, role: 'super_admin' })
  return {
    workers,
    gatewayKey: await makeGatewayKey(place, organizationId),
    adminToken: await makeSession(place, admin),
  }
}

type Call = Client['call']
type Task = (call: Call, worker: Worker, firm: Firm) => Promise<unknown>

const look: Task = (call, { token }) => call('GET', '/dashboard/employee', token)
const ask: Task = (call, { token }) => call('GET', '/auth/me', token)
const seeTeam: Task = (call, { token }) => call('GET', '/dashboard/team', token)
const listFlags: Task = (call, { token }) => call('GET', '/flags/list', token)
const listPage: Task = (call, _, { adminToken }) => call('GET', '/admin/users?limit=50', adminToken)
const listAll: Task = (call, _, { adminToken }) => call('GET', '/admin/users', adminToken)

/** Safe mail is in no answer, so that none grows. */
const reportMail: Task = (call, { email: recipient }, { gatewayKey }) => {
  const mail = { recipient, sender: 'someone@sender.example', threat_level: 'safe' }
  return call('POST', '/scans', gatewayKey, mail)
}

const keepFlag: Task = async (call, { token }) => {
  const value = `${randomUUID()}.example`
  await call('POST', '/flags/add', token, { flag_type: 'green', value })
  await removeFlag(call, token, value)
}

const signInAndOut: Task = async (call, { username }) => {
  const said = await call('POST', '/auth/login', '', { username, password })
  const { access_token: token } = v.parse(signInWithPasswordEndpoint.output, said)
  await call('GET', '/auth/me', token)
  await call('POST', '/auth/logout', token)
}

const day: readonly Task[] = [
  ...[look, ask, reportMail, look, listFlags, look, ask, seeTeam, reportMail, look],
  ...[keepFlag, look, ask, listPage, reportMail, look, listFlags, ask, listAll, look],
  ...[look, ask, reportMail, look, listFlags, look, ask, signInAndOut],
]

export interface Worked {
  readonly answered: { readonly at: number; readonly ms: number }[]
  readonly errors: string[]
}

/** All work on a connection each, beginning with another task, until time is up. */
export async function work(url: string, firm: Firm, end: number): Promise<Worked> {
  const { workers } = firm
  const worked: Worked = { answered: [], errors: [] }
  await times(workers.length, async (position) => {
    const worker = workers[position]
    const client = openClient(url)
    const call: Call = async (...what) => {
      const at = performance.now()
      const said = await client.call(...what)
      worked.answered.push({ at, ms: performance.now() - at })
      await setTimeout(pauseMs)
      return said
    }
    for (let next = position * 3; worker !== undefined && performance.now() < end; next += 1) {
      const working = day[next % day.length]?.(call, worker, firm)
      await working?.catch((cause: unknown) => worked.errors.push(String(cause)))
    }
    client.end()
  })
  return worked
}
