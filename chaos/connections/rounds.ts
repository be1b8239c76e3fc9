import { setTimeout } from 'node:timers/promises'
import { openByUrl } from '../../bench/database.ts'
import { startServerProcess } from '../../tests/support/server-process.ts'
import { startSmtpServer } from '../../tests/support/smtp-server.ts'
import { createCaller } from '../kill/caller.ts'
import { inspect } from '../kill/inspect.ts'
import { Ledger } from '../kill/ledger.ts'
import { prepareStage, type Stage } from '../kill/stage.ts'
import { type Cutter, openCutter } from './cutter.ts'
import { makeTraffic, type Traffic } from './traffic.ts'

const connections = 10
/** Longer than it takes to find out that a connection is broken, or to be let in again. */
const patienceMs = 15_000

export interface CutFigures extends Traffic {
  readonly cuts: number
  readonly acknowledged: number
  readonly mails: number
  readonly recoveredMs: number
  readonly problems: readonly string[]
}

/** Cuts the server's connections one after another for so long, and looks at what is left. */
export async function cutConnections(databaseUrl: string, forMs: number): Promise<CutFigures> {
  await using cleanUp = new AsyncDisposableStack()
  const stage = await prepareStage(databaseUrl)
  const smtp = cleanUp.use(await startSmtpServer())
  const cutter = cleanUp.use(await openCutter(databaseUrl))
  const server = await startServerProcess({
    DATABASE_URL: databaseUrl,
    DATABASE_CONNECTIONS: String(connections),
    SMTP_URL: smtp.url,
    SUPPORT_REQUESTS_PER_HOUR: '1000000',
    FLAGS_PER_USER: '1000000',
  })
  cleanUp.defer(async () => void (await server.end('SIGKILL')))
  const { url } = server
  if (url === undefined) throw new Error(`no start: ${server.output().stderr}`)

  const ledger = new Ledger()
  const stop = AbortSignal.timeout(forMs)
  const [cuts, traffic] = await Promise.all([
    cutter.cutUntil(stop),
    makeTraffic(url, stage, ledger, stop),
  ])
  const recoveredMs = await recover(url, stage)
  const held = await heldConnections(cutter, connections)
  const code = await server.end('SIGTERM')
  const left = await heldConnections(cutter, 0)
  const { stderr } = server.output()
  const { lost, halfDone } = await inspect(databaseUrl, ledger)
  const ids = smtp.received.map(messageId)
  return {
    ...traffic,
    cuts,
    acknowledged: ledger.acknowledged,
    mails: ids.length,
    recoveredMs,
    problems: [
      ...traffic.unexpected,
      ...lost,
      ...halfDone,
      ...held,
      ...left,
      ...(code === 0 && stderr === '' ? [] : [`it ended with ${code}: ${stderr}`]),
      ...(recoveredMs < patienceMs ? [] : ['it did not recover']),
      ...ids.filter((id, position) => ids.indexOf(id) < position).map((id) => `${id} sent twice`),
      ...(await sentAndForgotten(databaseUrl, ids)),
    ],
  }
}

/** As many calls at once as there are connections, each of which has to be answered. */
async function recover(url: string, { adminToken }: Stage): Promise<number> {
  const started = performance.now()
  for (;;) {
    const calls = await Promise.allSettled(
      Array.from({ length: 2 * connections }, async () => {
        const caller = createCaller(url)
        await caller.call('GET', '/admin/dashboard', adminToken).finally(caller.end)
      }),
    )
    const elapsed = performance.now() - started
    if (calls.every(({ status }) => status === 'fulfilled') || elapsed > patienceMs) return elapsed
  }
}

/** @returns what is wrong once nobody calls any more */
async function heldConnections(cutter: Cutter, most: number): Promise<string[]> {
  const end = performance.now() + patienceMs
  for (;;) {
    const states = await cutter.states()
    const busy = states.filter((state) => state !== 'idle')
    if (busy.length === 0 && states.length <= most) return []
    if (performance.now() > end) return [`connections are left: ${states.join(', ')}`]
    await setTimeout(100)
  }
}

/** What is out, but would be sent again because nobody wrote that down. */
async function sentAndForgotten(databaseUrl: string, ids: readonly string[]): Promise<string[]> {
  const database = await openByUrl(databaseUrl)
  const rows = await database
    .selectFrom('mails')
    .select('message_id')
    .where('sent_at', 'is', null)
    .execute()
  await database.destroy()
  const unsent = rows.map(({ message_id }) => message_id)
  return unsent.filter((id) => ids.includes(id)).map((id) => `${id} is out and not noted`)
}

function messageId({ source }: { readonly source: string }): string {
  return /^Message-ID: (\S+)$/im.exec(source)?.[1] ?? ''
}
