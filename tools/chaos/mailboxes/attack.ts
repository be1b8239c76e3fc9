import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { addressOf, openPlace } from '../../../tests/support/browser/place.ts'
import {
  type DeathOf,
  deaths,
  startKilledWatch,
} from '../../../tests/support/mailboxes/killed-watch.ts'
import {
  folder,
  honest,
  password,
  phishing,
  startImap,
} from '../../../tests/support/mailboxes/lab.ts'
import { startCluster } from '../../../tests/support/postgres/cluster.ts'
import { makeCertificate } from '../../../tests/support/server/certificate.ts'
import { openClient } from '../../../tests/support/server/client.ts'
import { type RunningServer, startServer } from '../../../tests/support/server/running-server.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { sum, times, until } from '../../../tests/support/until.ts'
import { makeOrganization, makeSession, makeUser } from '../../../tests/support/worlds/factories.ts'
import type { StartedImap } from '../../mail-lab/imap-place.ts'
import { findPostgres } from '../../scripts/find-postgres.ts'
import { type Attack, bothEngines, type Row, row } from '../prove/attack.ts'
import { keyOfAttacks, type Stage } from '../prove/stage.ts'

const lanes = 4
const killsOfLane = 5
const mailsAtOnce = 6
const mostTakeoverMs = 30_000
/** The servers notice that they do not hold the mailboxes then. */
const longOutageMs = 11_000

const faults = {
  watcher: 'of two servers the one that watches a mailbox is killed',
  database: 'PostgreSQL is killed under two servers',
}
type Victim = keyof typeof faults

/** Two servers on one database; the one that watches is killed while mail comes, and replaced, or the database. */
async function killWatchers(stage: Stage, victim: Victim): Promise<Row> {
  const certificate = await makeCertificate()
  await using files = await temporaryFolder()
  const authority = join(files.path, 'authority.pem')
  await writeFile(authority, certificate.cert)
  const names = Array.from({ length: lanes }, (_, lane) => `rania${lane}`)
  const users = Object.fromEntries(names.map((name) => [name, password]))
  await using dovecot = await startImap('dovecot', { users, certificate })
  const found = await times(lanes, (lane) =>
    killInLane(stage, victim, dovecot, authority, names[lane] ?? ''),
  )
  const takeovers = found.flatMap(({ takeoversMs }) => takeoversMs)
  const longest = Math.max(...takeovers)
  return row({
    fault: faults[victim],
    tried: takeovers.length,
    expected: `the watch goes on within ${mostTakeoverMs / 1000} s; each mail is in one folder, judged once`,
    figures: `${takeovers.length * mailsAtOnce} mails; gone on after at most ${(longest / 1000).toFixed(1)} s`,
    problems: [
      ...found.flatMap(({ problems }) => problems),
      ...(longest > mostTakeoverMs ? ['the other server came too late'] : []),
    ],
    wasTried: takeovers.length === lanes * killsOfLane,
  })
}

async function killInLane(
  stage: Stage,
  victim: Victim,
  dovecot: StartedImap,
  authority: string,
  name: string,
) {
  // A database of its own, which loses nothing that it committed.
  const lasting = { folder: tmpdir(), settings: ['fsync=off'] }
  await using cluster =
    victim === 'database' ? await startCluster(findPostgres() ?? '', lasting) : undefined
  const databaseUrl = cluster?.url('postgres') ?? (await stage.newDatabase())
  const environment = {
    ...keyOfAttacks,
    NODE_EXTRA_CA_CERTS: authority,
    MAILBOX_PRIVATE_NETWORKS: '127.0.0.0/8, ::1/128',
  }
  const begin = () => startServer(databaseUrl, environment)
  await using servers = new AsyncDisposableStack()
  const first = servers.use(await begin())
  await using place = await openPlace(databaseUrl)
  const organizationId = await makeOrganization(place)
  await place.database.updateTable('organizations').set({ judge_mode: 'mark' }).execute()
  const user = await makeUser(place, { organizationId })
  const token = await makeSession(place, user)
  const client = openClient(first.url)
  const server = { host: 'localhost', port: dovecot.tlsPort, security: 'tls', username: name }
  const body = { address: user.email, ...server, password }
  const connected = await client.send('POST', '/account/mailbox', { token, body })
  if (connected.status !== 200) throw new Error(connected.text)
  const settings = { action: 'move', is_active: true }
  await client.send('POST', '/account/mailbox/settings', { token, body: settings })
  const watcher = async () =>
    (await place.database.selectFrom('mailboxes').select('watcher').executeTakeFirst())?.watcher ??
    ''
  if (!(await until(async () => (await watcher()) !== ''))) throw new Error('no server watches')
  let [watching, other]: RunningServer[] = [first, servers.use(await begin())]
  const kept: { good: string[]; bad: string[] } = { good: [], bad: [] }
  const takeoversMs: number[] = []
  const problems: string[] = []
  for (let kill = 0; kill < killsOfLane; kill += 1) {
    const before = await watcher()
    for (let mail = 0; mail < mailsAtOnce / 2; mail += 1) {
      const [good, bad] = [honest(`good-${kill}-${mail}`), phishing(`bad-${kill}-${mail}`)]
      kept.good.push(good)
      kept.bad.push(bad)
      await dovecot.deliver(name, good)
      await dovecot.deliver(name, bad)
    }
    await setTimeout(Math.random() * 400)
    await (cluster?.kill() ?? watching?.end('SIGKILL'))
    const killedMs = performance.now()
    await setTimeout(cluster === undefined ? 0 : (kill % 2) * longOutageMs)
    await cluster?.start()
    const isOn = async () =>
      (cluster !== undefined || (await watcher()) !== before) && (await isSettled())
    const isSettled = async () =>
      (await missing(dovecot, name, kept)) === undefined &&
      (await counts(place)).every((count) => count === kept.good.length + kept.bad.length)
    if (!(await until(isOn, { mostMs: 2 * mostTakeoverMs, everyMs: 50 }))) {
      const folders = await missing(dovecot, name, kept)
      problems.push(`kill ${kill}: ${folders ?? `wrong totals: ${await counts(place)}`}`)
    }
    takeoversMs.push(performance.now() - killedMs)
    if (cluster === undefined) [watching, other] = [other, servers.use(await begin())]
  }
  return { takeoversMs, problems }
}

/** The mails that are stored, and those that are billed. */
async function counts({ database }: Awaited<ReturnType<typeof openPlace>>): Promise<number[]> {
  const scans = await database.selectFrom('scans').select('id').execute()
  const months = await database.selectFrom('monthly_scans').selectAll().execute()
  const billed = months.map(({ safe, suspicious, malicious }) => safe + suspicious + malicious)
  return [scans.length, sum(billed)]
}

/** By content, each mail in one folder. */
async function missing(
  dovecot: StartedImap,
  name: string,
  { good, bad }: { readonly good: readonly string[]; readonly bad: readonly string[] },
): Promise<string | undefined> {
  for (const [path, wanted] of [
    [undefined, good],
    [folder, bad],
  ] as const) {
    const held = (await dovecot.mailsIn(name, path)).map((text) => text.replaceAll('\r', ''))
    if (JSON.stringify(held.sort()) !== JSON.stringify(wanted.toSorted())) {
      return `${path ?? 'the inbox'} holds ${held.length} mails, not ${wanted.length}`
    }
  }
  return undefined
}

const expected =
  'each mail is in one folder, unchanged, judged and billed once; who was asked back is back'

const deathFaults: Readonly<Record<DeathOf, string>> = {
  server: 'a server that watches a mailbox ends before each query and command',
  imap: 'the connection to the mail server is cut before each command',
  answer: 'the connection to the mail server is cut before each answer',
  dovecot: 'Dovecot is killed while it has each command',
  database: 'the database is gone before each query',
}

export const mailboxesAttack: Attack = {
  name: 'mailboxes',
  engines: bothEngines,
  isOnlyWhenNamed: true,
  limitMinutes: 12,
  async try(stage) {
    const rows = await Promise.all(deaths.map((kind) => tryPoints(stage, kind)))
    if (stage.engine === 'file') return rows
    // By themselves, for they measure time.
    const watchers = await killWatchers(stage, 'watcher')
    return [...rows, watchers, await killWatchers(stage, 'database')]
  },
}

/** One point after another, until there is none, with MOVE and without. */
async function tryPoints(stage: Stage, kind: DeathOf): Promise<Row> {
  const problems: string[] = []
  let tried = 0
  for (const options of [{}, { isOld: true }]) {
    const address = addressOf(await stage.newDatabase())
    await using watch = await startKilledWatch({ ...options, address })
    for (let point = 1; ; point += 1) {
      const { wasTried, problem } = await watch.round(kind, point)
      if (problem !== undefined) problems.push(problem)
      if (!wasTried || problem !== undefined) break
      tried += 1
    }
  }
  return row({
    fault: deathFaults[kind],
    tried,
    expected,
    figures: `${tried} points: nothing lost or doubled`,
    problems,
    wasTried: tried >= 40,
  })
}
