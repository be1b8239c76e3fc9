import { setTimeout } from 'node:timers/promises'
import { openPlace } from '../../../tests/support/browser/place.ts'
import { inspect } from '../../../tests/support/crash/inspect.ts'
import {
  Ledger,
  prepareFirms,
  type Writer,
  type Writing,
  writers,
} from '../../../tests/support/crash/writers.ts'
import { startSmtpServer } from '../../../tests/support/mail/smtp-server.ts'
import { Gone, openClient, Unavailable } from '../../../tests/support/server/client.ts'
import { startServer } from '../../../tests/support/server/running-server.ts'
import { times, until } from '../../../tests/support/until.ts'
import { type Attack, row } from '../prove/attack.ts'
import { connectAs } from '../prove/stage.ts'

const attackMs = 15_000
const connections = 10
/** Longer than it takes to detect that a connection is broken, and to connect again. */
const patienceMs = 15_000

const reads = [
  '/auth/me',
  '/dashboard/employee',
  '/dashboard/team',
  '/admin/dashboard',
  '/flags/list',
  '/admin/users',
  '/admin/organizations',
] as const

const readEverything: Writer = async ({ call, adminToken }) => {
  for (const path of reads) await call('GET', path, adminToken)
}

export const connectionsAttack: Attack = {
  name: 'connections',
  engines: ['PostgreSQL'],
  async try(stage) {
    const databaseUrl = await stage.newDatabase()
    const writing: Writing = { ...(await prepareFirms(databaseUrl)), ledger: new Ledger() }
    await using smtp = await startSmtpServer()
    await using cutter = await openCutter(databaseUrl)
    await using server = await startServer(databaseUrl, {
      DATABASE_CONNECTIONS: String(connections),
      SMTP_URL: smtp.url,
    })
    const stop = AbortSignal.timeout(attackMs)
    const [cuts, traffic] = await Promise.all([
      cutter.cutUntil(stop),
      makeTraffic(server.url, writing, stop),
    ])
    const started = performance.now()
    const isWell = () => answersAll(server.url, writing.adminToken)
    const hasRecovered = await until(isWell, { mostMs: patienceMs })
    const recoveredMs = performance.now() - started
    const held = await cutter.findHeld(connections)
    const code = await server.end('SIGTERM')
    const left = await cutter.findHeld(0)
    const { stderr } = server.output()
    const { acknowledged } = writing.ledger
    const { lost, halfDone } = await inspect(databaseUrl, writing.ledger)
    const ids = smtp.received.map(({ source }) => /^Message-ID: (\S+)$/im.exec(source)?.[1] ?? '')
    const { unavailable, brokenLists, unexpected } = traffic
    return [
      row({
        fault: 'connections to the database are cut, one after another',
        tried: cuts,
        expected:
          'nothing acknowledged is lost or half done, 503 with words, mails go out once, all well by itself',
        figures: `${acknowledged} acknowledged writes, ${lost.length} lost; ${unavailable} answers 503, ${brokenLists} lists broken off, ${unexpected.length} other failures; ${ids.length} mails; all well after ${recoveredMs.toFixed(0)} ms`,
        problems: [
          ...unexpected,
          ...lost,
          ...halfDone,
          ...held,
          ...left,
          ...(code === 0 && stderr === '' ? [] : [`it ended with ${code}: ${stderr}`]),
          ...(hasRecovered ? [] : ['it did not recover']),
          ...ids
            .filter((id, position) => ids.indexOf(id) < position)
            .map((id) => `${id} sent twice`),
          ...(await findForgotten(databaseUrl, ids)),
        ],
        wasTried: Math.min(cuts, acknowledged, unavailable, ids.length) > 0,
      }),
    ]
  },
}

/** Reads and writes over a connection each, until it is told to stop. */
async function makeTraffic(url: string, writing: Writing, stop: AbortSignal) {
  const traffic = { unavailable: 0, brokenLists: 0, unexpected: [] as string[] }
  const note = (cause: unknown) => {
    if (cause instanceof Unavailable) traffic.unavailable += 1
    // A list that breaks off is not mistaken for a whole one.
    else if (cause instanceof Gone && /^GET \/admin\/(?:users|organizations)/.test(cause.message)) {
      traffic.brokenLists += 1
    } else traffic.unexpected.push(String(cause))
  }
  const tasks = [...writers, readEverything, readEverything]
  await Promise.all(
    tasks.map(async (task) => {
      using client = openClient(url)
      while (!stop.aborted) await task({ ...writing, call: client.call }).catch(note)
    }),
  )
  return traffic
}

async function answersAll(url: string, token: string): Promise<boolean> {
  const statuses = await times(2 * connections, async () => {
    using client = openClient(url)
    return (await client.send('GET', '/admin/dashboard', { token })).status
  })
  return statuses.every((status) => status === 200)
}

async function openCutter(databaseUrl: string) {
  const client = await connectAs('cutter', databaseUrl)
  const ofServer = `from pg_stat_activity where datname = current_database()
    and application_name = 'aman'`
  const cutOldest = `select count(pg_terminate_backend(pid))::int as cut from (
    select pid ${ofServer} order by backend_start limit 1) as oldest`
  return {
    async cutUntil(stop: AbortSignal): Promise<number> {
      let cuts = 0
      while (!stop.aborted) {
        const { rows } = await client.query<{ cut: number }>(cutOldest)
        cuts += rows[0]?.cut ?? 0
        await setTimeout(10)
      }
      return cuts
    },
    /** @returns what is wrong when no calls are made any more */
    async findHeld(most: number): Promise<string[]> {
      let states: string[] = []
      const isFree = async () => {
        const { rows } = await client.query<{ state: string }>(`select state ${ofServer}`)
        states = rows.map(({ state }) => state)
        return states.length <= most && states.every((state) => state === 'idle')
      }
      const isHeld = !(await until(isFree, { mostMs: patienceMs, everyMs: 100 }))
      return isHeld ? [`connections are left: ${states.join(', ')}`] : []
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}

/** @returns sent mails that would be sent again, because that was not written down */
async function findForgotten(databaseUrl: string, sent: readonly string[]): Promise<string[]> {
  await using place = await openPlace(databaseUrl)
  const unsent = place.database.selectFrom('mails').where('sent_at', 'is', null)
  const rows = await unsent.select('message_id').execute()
  const ids = rows.map(({ message_id }) => message_id)
  return ids.filter((id) => sent.includes(id)).map((id) => `${id} is out and not noted`)
}
