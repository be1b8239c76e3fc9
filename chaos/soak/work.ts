import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { flagsListEndpoint } from '../../contract/endpoints/flags-list.ts'
import { signInEndpoint } from '../../contract/endpoints/sign-in.ts'
import { type Caller, createCaller } from '../kill/caller.ts'
import { password } from '../storm/legitimate-users.ts'
import type { Firm, Worker } from './stage.ts'

/** Between two calls of a connection: the machine is busy, and not drowned. */
const pauseMs = 20

export interface Answered {
  readonly at: number
  readonly ms: number
}

export interface Worked {
  readonly answered: Answered[]
  readonly errors: string[]
}

type Call = Caller['call']
type Task = (call: Call, worker: Worker, firm: Firm) => Promise<unknown>

const look: Task = (call, { token }) => call('GET', '/dashboard/employee', token)
const ask: Task = (call, { token }) => call('GET', '/auth/me', token)
const seeTeam: Task = (call, { token }) => call('GET', '/dashboard/team', token)
const listFlags: Task = (call, { token }) => call('GET', '/flags/list', token)
const listPage: Task = (call, _, { adminToken }) => call('GET', '/admin/users?limit=50', adminToken)
const listAll: Task = (call, _, { adminToken }) => call('GET', '/admin/users', adminToken)

/** Safe mail is in no answer, so that none grows. */
const reportMail: Task = (call, { email }, { gatewayKey }) =>
  call('POST', '/scans', gatewayKey, {
    recipient: email,
    sender: 'someone@sender.example',
    threat_level: 'safe',
  })

const keepFlag: Task = async (call, { token }) => {
  const value = `${randomUUID()}.example`
  await call('POST', '/flags/add', token, { flag_type: 'green', value })
  const { flags } = v.parse(flagsListEndpoint.output, await call('GET', '/flags/list', token))
  const id = flags?.find((flag) => flag.value === value)?.id
  await call('DELETE', `/flags/remove/${id}`, token)
}

const signInAndOut: Task = async (call, { username }) => {
  const said = await call('POST', '/auth/login', '', { username, password })
  const { access_token: token } = v.parse(signInEndpoint.output, said)
  await call('GET', '/auth/me', token)
  await call('POST', '/auth/logout', token)
}

const day: readonly Task[] = [
  ...[look, ask, reportMail, look, listFlags, look, ask, seeTeam, reportMail, look],
  ...[keepFlag, look, ask, listPage, reportMail, look, listFlags, ask, listAll, look],
  ...[look, ask, reportMail, look, listFlags, look, ask, signInAndOut],
]

/** Everybody works on a connection of their own, beginning with another task, until time is up. */
export async function work(url: string, firm: Firm, until: number): Promise<Worked> {
  const worked: Worked = { answered: [], errors: [] }
  await Promise.all(
    firm.workers.map((worker, at) => workAs(url, firm, worker, at * 3, until, worked)),
  )
  return worked
}

async function workAs(
  url: string,
  firm: Firm,
  worker: Worker,
  first: number,
  until: number,
  { answered, errors }: Worked,
): Promise<void> {
  const caller = createCaller(url)
  const call: Call = async (...what) => {
    const at = performance.now()
    const said = await caller.call(...what)
    answered.push({ at, ms: performance.now() - at })
    await setTimeout(pauseMs)
    return said
  }
  for (let position = first; performance.now() < until; position += 1) {
    const task = day[position % day.length]
    await task?.(call, worker, firm).catch((cause: unknown) => errors.push(String(cause)))
  }
  caller.end()
}
