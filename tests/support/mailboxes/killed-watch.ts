import { connect, createServer, type TLSSocket } from 'node:tls'
import type { KyselyPlugin } from 'kysely'
import { secondMs } from '../../../server/core/clock.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import type { StartedImap } from '../../../tools/mail-lab/imap-place.ts'
import { listenLocally } from '../listen-locally.ts'
import type { Certificate } from '../server/certificate.ts'
import { sum, until } from '../until.ts'
import { folder, honest, type MailboxLab, phishing, startMailboxLab } from './lab.ts'

/** A watched mailbox whose watcher ends again and again. */
interface KilledWatch extends AsyncDisposable {
  /**
   * An honest mail and a dangerous one come, and the one that was moved last is asked back, while something dies
   * at this point; what goes on then has to complete all.
   * @returns whether there was such a point, and what is wrong afterwards
   */
  round(kind: DeathOf, point: number): Promise<{ wasTried: boolean; problem: string | undefined }>
}

export async function startKilledWatch(
  options: Parameters<typeof startMailboxLab>[0] = {},
): Promise<KilledWatch> {
  await using started = new AsyncDisposableStack()
  const lab = started.use(await startMailboxLab(options))
  await lab.connect('move')
  const { database, clock } = lab.server
  const place = started.use(
    await openDyingPlace(database, {
      imap: lab.imap,
      certificate: lab.certificate,
    }),
  )
  await database.updateTable('mailboxes').set({ port: place.port }).execute()
  const inbox: string[] = []
  let suspicious: string[] = []
  let rounds = 0
  const parts = started.move()
  return {
    async round(kind, point) {
      rounds += 1
      const [good, bad] = [honest(`good-${rounds}`), phishing(`bad-${rounds}`)]
      await lab.imap.deliver('rania', good)
      await lab.imap.deliver('rania', bad)
      await database
        .updateTable('mailbox_mails')
        .set({ place: 'returning' })
        .where('place', '=', 'moved')
        .execute()
      inbox.push(good, ...suspicious)
      suspicious = [bad]
      const expected = { inbox, suspicious, mails: 2 * rounds, returned: rounds - 1 }
      place.dieAt(kind, point)
      const first = lab.startWorker(place.database)
      const isSettled = async () => (await problemOf(lab, expected)) === undefined
      await until(async () => place.isDead() || (await isSettled()))
      const wasTried = place.isDead() && !(await isSettled())
      if (kind === 'server') await first.stop()
      await place.revive()
      if (kind === 'server') clock.pass(21 * secondMs)
      const second = kind === 'server' ? lab.startWorker() : first
      const isWell = await until(isSettled, { mostMs: 15_000, everyMs: 20 })
      await second.stop()
      const problem = isWell ? undefined : await problemOf(lab, expected)
      return { wasTried, problem: problem && `${kind} at ${point}: ${problem}` }
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

interface Expected {
  readonly inbox: readonly string[]
  readonly suspicious: readonly string[]
  readonly mails: number
  readonly returned: number
}

/** Counts by content what the folders hold, and what was counted. */
async function problemOf(lab: MailboxLab, expected: Expected): Promise<string | undefined> {
  const { database } = lab.server
  const contents = async (name?: string) =>
    (await lab.imap.mailsIn('rania', name)).map((text) => text.replaceAll('\r', '')).sort()
  const places = await database.selectFrom('mailbox_mails').select('place').execute()
  const scans = await database.selectFrom('scans').select('id').execute()
  const billed = await database.selectFrom('monthly_scans').selectAll().execute()
  const said = await database
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'mail-report')
    .execute()
  const mailbox = await database
    .selectFrom('mailboxes')
    .select(['state', 'problem'])
    .executeTakeFirst()
  const count = (name: string) => places.filter(({ place }) => place === name).length
  const isSame: Readonly<Record<string, boolean>> = {
    inbox: same(await contents(), expected.inbox),
    folder: same(await contents(folder), expected.suspicious),
    places:
      count('moved') === 1 &&
      count('returned') === expected.returned &&
      places.length === expected.mails,
    scans: scans.length === expected.mails,
    billed:
      sum(billed.map(({ safe, suspicious, malicious }) => safe + suspicious + malicious)) ===
      expected.mails,
    said: said.length === expected.returned && said.every(({ detail }) => detail === 'honest'),
    state: mailbox?.state === 'active' && mailbox.problem === null,
  }
  const wrong = Object.keys(isSame).filter((name) => !isSame[name])
  return wrong.length === 0
    ? undefined
    : `${wrong.join(', ')} ${JSON.stringify([mailbox, places.map(({ place }) => place), scans.length])}`
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other.toSorted())
}

/**
 * `server`: Aman is killed. `imap`: the connection is cut before a command; `answer`: before its answer. `dovecot`:
 * the mail server is killed while it has a command. `database`: no query is answered for a while.
 */
export const deaths = ['server', 'imap', 'answer', 'dovecot', 'database'] as const
export type DeathOf = (typeof deaths)[number]

interface DyingPlace extends AsyncDisposable {
  /** Between a server and its mail server. */
  readonly port: number
  readonly database: Database
  /** From now on, the point is counted. */
  dieAt(kind: DeathOf, point: number): void
  isDead(): boolean
  /** All that died works again, for those who begin now. */
  revive(): Promise<void>
}

/** A database and a way to a mail server, which end together after any number of queries and commands. */
async function openDyingPlace(
  alive: Database,
  { imap, certificate }: { readonly imap: StartedImap; readonly certificate: Certificate },
): Promise<DyingPlace> {
  let point = Number.POSITIVE_INFINITY
  let kind: DeathOf = 'server'
  let events = 0
  const sockets = new Set<TLSSocket>()
  const isDead = () => events >= point
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const happen = () => {
    events += 1
    if (isDead() && kind !== 'answer' && kind !== 'dovecot') cut()
  }
  const server = createServer(certificate, (socket) => {
    if (isDead() && kind !== 'database') return void socket.destroy()
    const onward = connect({ port: imap.tlsPort, host: '127.0.0.1', rejectUnauthorized: false })
    for (const side of [socket, onward]) {
      sockets.add(side)
      side.on('error', () => {})
      side.once('close', () => {
        sockets.delete(side)
        socket.destroy()
        onward.destroy()
      })
    }
    socket.on('data', (command) => {
      if (kind !== 'database') happen()
      onward.write(command)
      if (isDead() && kind === 'dovecot') void imap.kill()
    })
    onward.on('data', (answer) => {
      if (isDead() && kind === 'answer') cut()
      else socket.write(answer)
    })
  })
  server.on('tlsClientError', () => {})
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (kind === 'server' || kind === 'database') {
        happen()
        if (isDead()) throw new Error('the database is gone')
      }
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return {
    ...(await listenLocally(server)),
    database: alive.withPlugin(plugin),
    isDead,
    dieAt(kindOfDeath, atPoint) {
      kind = kindOfDeath
      events = 0
      point = atPoint
    },
    async revive() {
      const isKilled = kind === 'dovecot' && isDead()
      point = Number.POSITIVE_INFINITY
      if (!isKilled) return
      await imap.kill()
      await imap.start()
    },
  }
}
