import * as v from 'valibot'
import { generateReceiptEndpoint } from '../../../contract/receipts/generate-receipt.ts'
import { dayMs, hourMs, minuteMs } from '../../../server/core/clock.ts'
import { startHousekeeping } from '../../../server/housekeeping.ts'
import type { MailTransport } from '../../../server/mail/transport.ts'
import { sendDueMails, startMailWorker } from '../../../server/mail/worker.ts'
import { createTestServer, type TestServer } from '../../../tests/support/server/server.ts'
import { until } from '../../../tests/support/until.ts'
import {
  makeOrganization,
  makeSession,
  makeUser,
  reportScans,
} from '../../../tests/support/worlds/factories.ts'
import { createWorld, type Place, type World } from './world.ts'

const days = 36
const leapShare = 0.2
const password = 'violet kettle drum'
/** What the configuration says, and what a clock that was set back may add. */
const longestSessionMs = 12 * hourMs + hourMs + 2 * minuteMs
const retentionMs = 30 * dayMs

const dashboard = v.object({ risk_score: v.pipe(v.number(), v.minValue(0), v.maxValue(100)) })

export interface History {
  readonly leaps: number
  readonly calls: number
  readonly problems: readonly string[]
}

/** More than a month of one user's calls to one server, whose clock leaps for less than an hour now and then. */
export async function liveThrough(address: string, place: Place, seed: number): Promise<History> {
  await using server = await createTestServer({ address })
  const world = createWorld(server, place, seed)
  const life = await begin(server, world)
  for (let day = 0; day < days; day += 1) {
    await life.callEverything()
    await life.runHousekeeping()
    if (world.random.next() < leapShare) {
      const jumpMs = await world.putOff(async () => {
        await life.failToSignIn()
        await life.callEverything()
        await life.runHousekeeping()
        world.pass(world.random.between(0, 50) * minuteMs)
        await life.runHousekeeping()
      })
      life.countLeap()
      if (Math.abs(jumpMs) >= hourMs) await life.signIn()
      await life.runHousekeeping()
    }
    for (const passedMs of [hourMs, 2 * hourMs, 8 * hourMs, 13 * hourMs]) {
      world.pass(passedMs)
      await life.runHousekeeping()
      await life.checkSessions()
    }
    await life.checkRetention()
  }
  await life.checkMail()
  return life.told()
}

async function begin(server: TestServer, world: World) {
  const problems: string[] = []
  const note = (words: string) => problems.push(`${server.clock().toISOString()}: ${words}`)
  const user = await makeUser(server, { role: 'super_admin', password })
  const sessions: { readonly token: string; readonly bornMs: number }[] = []
  const scans = new Map<string, number>()
  const numbers: string[] = []
  const subjects: string[] = []
  const mail = recordingTransport()
  let leaps = 0
  let calls = 0

  const call = async (method: 'get' | 'post', path: string, token: string, body?: unknown) => {
    calls += 1
    const answer = await server[method](
      `/api${path}`,
      body === undefined ? { token } : { token, body },
    )
    if (answer.status >= 500) note(`${path}: ${answer.status} ${server.logged.at(-1)}`)
    return answer
  }
  const signInWith = (attempt: string) =>
    call('post', '/auth/login', '', { username: user.username, password: attempt })

  return {
    countLeap() {
      leaps += 1
    },
    async callEverything() {
      const token = await makeSession(server, user)
      sessions.push({ token, bornMs: world.trueMs() })
      for (const { id } of await reportScans(server, user, [{}, { threat_level: 'suspicious' }])) {
        // Mail of a clock that is off is kept for thirty days by that clock.
        if (!world.isOff()) scans.set(id, world.trueMs())
      }
      const seen = await call('get', '/dashboard/employee', token)
      if (!v.is(dashboard, seen.body)) note(`a dashboard says ${seen.text.slice(0, 100)}`)
      if ((await call('get', '/ready', token)).status !== 200) note('it is not ready')
      numbers.push(await issueReceipt(server, call, token))
      const subject = `${subjects.length}`
      subjects.push(subject)
      const request = { request_type: 'general_support', priority: 'low', description: 'x' }
      const asked = await call('post', '/team/support-request', token, { ...request, subject })
      if (asked.status !== 200) note(`a request is refused: ${asked.detail}`)
      mail.isWell = world.random.next() < 0.6
      await sendDueMails({ ...server.services, transport: mail.transport })
    },
    async failToSignIn() {
      for (let count = 0; count < 5; count += 1) await signInWith('wrong')
    },
    /** When no sign-in failed lately by the clock as it is. */
    async signIn() {
      const { status } = await signInWith(password)
      if (status !== 200) note(`the right password is refused with ${status}`)
    },
    runHousekeeping: () => startHousekeeping(server.services).stop(),
    async checkSessions() {
      for (const { token, bornMs } of sessions.slice(-6)) {
        const { status } = await call('get', '/auth/me', token)
        const ageMs = world.trueMs() - bornMs
        if (status === 200 && ageMs > longestSessionMs) note(`a session holds after ${ageMs} ms`)
      }
    },
    async checkRetention() {
      const rows = await server.database.selectFrom('scans').select('id').execute()
      const kept = new Set(rows.map(({ id }) => id))
      for (const [id, receivedMs] of scans) {
        const ageMs = world.trueMs() - receivedMs
        if (!kept.has(id)) scans.delete(id)
        if (!kept.has(id) && ageMs < retentionMs) note(`mail is gone after ${ageMs} ms`)
        if (kept.has(id) && ageMs > retentionMs + dayMs) note(`mail is there after ${ageMs} ms`)
      }
    },
    async checkMail() {
      mail.isWell = true
      const worker = startMailWorker({ ...server.services, transport: mail.transport })
      const isSent = () => {
        // The longest pause between two attempts.
        world.pass(dayMs)
        return mail.sent.length >= subjects.length
      }
      await until(isSent, { mostMs: 30_000, everyMs: 100 })
      await worker.stop()
      for (const subject of subjects) {
        const times = mail.sent.filter((one) => one === `[low] ${subject}`).length
        if (times !== 1) note(`a mail was sent ${times} times`)
      }
    },
    told(): History {
      const twice = numbers.length - new Set(numbers).size
      const issued =
        numbers.length > 0 && numbers.every((number) => /^AMAN-\d{4}-\d{6}$/.test(number))
      const receipts = twice === 0 && issued ? [] : [`receipts: ${twice} numbers twice`]
      return { leaps, calls, problems: [...problems, ...receipts] }
    },
  }
}

async function issueReceipt(
  server: TestServer,
  call: (method: 'post', path: string, token: string) => ReturnType<TestServer['post']>,
  token: string,
): Promise<string> {
  const organization = await makeOrganization(server)
  const answer = await call('post', `/admin/generate-receipt/${organization}/2024/12`, token)
  return /AMAN-\d+-\d+/.exec(answer.output(generateReceiptEndpoint).receipt_url)?.[0] ?? ''
}

function recordingTransport() {
  const mail = {
    isWell: true,
    sent: [] as string[],
    transport: {
      description: 'an attack',
      async deliver({ subject }) {
        if (!mail.isWell) throw new Error('not now')
        mail.sent.push(subject)
      },
    } satisfies MailTransport,
  }
  return mail
}
