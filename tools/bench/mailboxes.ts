import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openPlace } from '../../tests/support/browser/place.ts'
import { mastersIn, proxy } from '../../tests/support/mailboxes/credential-lab.ts'
import { honest, password, phishing, startImap } from '../../tests/support/mailboxes/lab.ts'
import { makeCertificate } from '../../tests/support/server/certificate.ts'
import { openClient } from '../../tests/support/server/client.ts'
import { startServer } from '../../tests/support/server/running-server.ts'
import { quantile } from '../../tests/support/server/statistics.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { times, until } from '../../tests/support/until.ts'
import {
  type MadeUser,
  makeDomain,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../tests/support/worlds/factories.ts'
import { type Bar, conclude } from './bar.ts'
import { startOpenLoop } from './judge/open-loop.ts'

/*
 * npm run bench:mailboxes -- [--mailboxes 1000] [--seconds 60] [--per-second 10]:
 * one server watches mailboxes of a Dovecot by the login of their organization. Its processor time and memory
 * while nothing happens, beside those without mailboxes; then mail comes, every second one dangerous, in turns
 * with calm, while a process makes other calls. A bar that does not hold is a failure.
 */

const { values } = parseArgs({
  options: {
    mailboxes: { type: 'string', default: '1000' },
    /** Of mail, and of calm; twice as long nothing happens at all. */
    seconds: { type: 'string', default: '60' },
    'per-second': { type: 'string', default: '10' },
  },
})
const [count, seconds, perSecond] = [values.mailboxes, values.seconds, values['per-second']].map(
  Number,
) as [number, number, number]
// Short ones, so that what the machine does besides is in both.
const windows = 12

await using folder = await temporaryFolder()
await chmod(folder.path, 0o755)
const certificate = await makeCertificate()
const [authority, masters] = [join(folder.path, 'authority.pem'), join(folder.path, 'masters')]
await writeFile(authority, certificate.cert)
await writeFile(masters, `${proxy.login}:{PLAIN}${proxy.password}\n`)
const names = Array.from({ length: count }, (_, number) => `user${number}`)
await using dovecot = await startImap('dovecot', {
  certificate,
  users: Object.fromEntries(names.map((name) => [name, password])),
  // Few processes for all, so that each can be told of new mail by the system.
  lines: `${mastersIn(masters)}
service imap-login {
  service_count = 0
  client_limit = 4000
}
service imap {
  service_count = 0
  client_limit = 100
}
service auth {
  client_limit = 8000
}
service anvil {
  client_limit = 8000
}`,
})
const databaseUrl = `file:${join(folder.path, 'mailboxes.db')}`
await using server = await startServer(databaseUrl, {
  SECRETS_KEY: 'a key for benches, with 32 characters',
  NODE_EXTRA_CA_CERTS: authority,
  MAILBOX_PRIVATE_NETWORKS: '127.0.0.0/8, ::1/128',
})
await using place = await openPlace(databaseUrl)
const { database } = place
const organizationId = await makeOrganization(place)
await database.updateTable('organizations').set({ judge_mode: 'mark' }).execute()
await makeDomain(place, organizationId, 'olive.example')
const users: MadeUser[] = []
for (const name of names) {
  users.push(await makeUser(place, { organizationId, email: `${name}@olive.example` }))
}
const admin = await makeUser(place, {
  ...{ organizationId, email: 'lead@cedar.example', role: 'team_lead' },
  managed_organization_id: organizationId,
})
const tokens = await times(10, (number) => makeSession(place, users[number] ?? admin))
const lead = await makeSession(place, admin)

await setTimeout(20_000)
const before = { load: await idleLoad(), megabytes: server.residentMegabytes() }
const address = 'user0@olive.example'
const entered = await openClient(server.url).send('POST', '/organization/mailbox-credential', {
  token: lead,
  body: {
    address,
    username: address,
    host: 'localhost',
    port: dovecot.tlsPort,
    security: 'tls',
    ...proxy,
  },
})
if (entered.status !== 200) throw new Error(entered.text)
await requireSoon('all mailboxes are watched', async () => (await countWatched()) === count)
await database.updateTable('mailboxes').set({ action: 'move' }).execute()
await setTimeout(20_000)
const during = { load: await idleLoad(), megabytes: server.residentMegabytes() }

using loop = await startOpenLoop()
const calls = tokens.map((token) => ({ name: 'dashboard', path: '/dashboard/employee', token }))
const call = async () => {
  const plan = { port: server.port, calls, perSecond: 50, seconds: seconds / windows }
  const answers = await loop.run(plan)
  const failed = answers.find(({ status }) => status !== 200)
  if (failed !== undefined) throw new Error(`a call was answered with ${failed.status}`)
  return answers.map(({ ms }) => ms)
}
await call()
const found: Record<'calm' | 'busy', number[]> = { calm: [], busy: [] }
const sent = new Map<string, number>()
const tookMs = new Map<string, number>()
const watching = new AbortController()
const watch = async () => {
  while (!watching.signal.aborted) {
    await note()
    await setTimeout(100)
  }
}
const load = async () => {
  for (let window = 0; window < windows; window += 1) {
    found.calm.push(...(await call()))
    const [ms] = await Promise.all([call(), deliver()])
    found.busy.push(...ms)
    await requireSoon('all mail is judged and moved', () => tookMs.size === sent.size)
  }
}
await Promise.all([watch(), load().finally(() => watching.abort())])

const p99 = { calm: quantile(found.calm, 0.99), busy: quantile(found.busy, 0.99) }
const bars: Bar[] = [
  { name: 'processor while idle', value: during.load - before.load, limit: 3, unit: '% of a core' },
  {
    name: 'memory of the mailboxes',
    value: during.megabytes - before.megabytes,
    limit: 300,
    unit: 'MB',
  },
  {
    name: `delivered → on the dashboard and moved, p95 of ${tookMs.size}`,
    value: quantile([...tookMs.values()], 0.95) / 1000,
    limit: 5,
    unit: 's',
  },
  {
    name: `other calls, p99 beside a calm ${p99.calm.toFixed(1)} ms`,
    value: p99.busy / p99.calm,
    limit: 1.5,
    unit: '×',
  },
]
conclude(
  [],
  bars,
  `${count} mailboxes; idle ${before.load.toFixed(2)} % without them, ${during.load.toFixed(2)} % with them; ${before.megabytes.toFixed(0)} MB, then ${during.megabytes.toFixed(0)} MB`,
)

/** In per cent of a core. */
async function idleLoad(): Promise<number> {
  const [cpuMs, ms] = [server.cpuMs(), performance.now()]
  await setTimeout(2 * seconds * 1000)
  return (100 * (server.cpuMs() - cpuMs)) / (performance.now() - ms)
}

async function countWatched(): Promise<number> {
  const watched = database.selectFrom('mailboxes').where('seen_at', 'is not', null)
  return (await watched.select('id').execute()).length
}

/** Each to another mailbox, at fixed times. */
async function deliver(): Promise<void> {
  const began = performance.now()
  for (let number = 0; number < (perSecond * seconds) / windows; number += 1) {
    const wait = began + (number * 1000) / perSecond - performance.now()
    if (wait > 0) await setTimeout(wait)
    const id = `mail-${sent.size}`
    const text = sent.size % 2 === 0 ? honest(id) : phishing(id)
    const name = names[(sent.size * 7) % count] ?? ''
    sent.set(id, performance.now())
    await dovecot.deliver(name, text)
  }
}

/** Looks which mails are judged, and in their place. */
async function note(): Promise<void> {
  const rows = await database
    .selectFrom('mailbox_mails')
    .innerJoin('scans', 'scans.id', 'mailbox_mails.scan_id')
    .select(['email_subject as subject', 'threat_level', 'place'])
    .execute()
  for (const { subject, threat_level, place } of rows) {
    if (tookMs.has(subject) || place !== (threat_level === 'safe' ? 'inbox' : 'moved')) continue
    tookMs.set(subject, performance.now() - (sent.get(subject) ?? Number.NaN))
  }
}

async function requireSoon(what: string, isTrue: () => boolean | Promise<boolean>) {
  if (!(await until(isTrue, { everyMs: 500, mostMs: 600_000 }))) {
    throw new Error(`not: ${what}; ${server.failures().slice(-3).join('\n')}`)
  }
}
