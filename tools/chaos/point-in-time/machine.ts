import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { openPlace } from '../../../tests/support/browser/place.ts'
import { openClient } from '../../../tests/support/server/client.ts'
import { startServer } from '../../../tests/support/server/running-server.ts'
import { times, until } from '../../../tests/support/until.ts'
import { makeOrganization, makeSession, makeUser } from '../../../tests/support/worlds/factories.ts'
import { makeGatewayKey } from '../../../tests/support/worlds/mail-factories.ts'
import { documentedBlock } from '../documented-block.ts'
import { must } from '../fresh-machine/run-machine.ts'
import { openSteps } from '../fresh-machine/steps.ts'
import { connectAs } from '../prove/stage.ts'

/*
 * A machine with Debian's usual PostgreSQL, in namespaces of its own: what it writes lies in memory and
 * ends with it. It prints what came of a mistake and of the commands of docs/restore.md.
 */

const databaseUrl = 'postgres://aman:violet-kettle@127.0.0.1:5432/aman'
const folders = [
  '/etc/postgresql',
  '/var/lib/postgresql',
  '/var/log/postgresql',
  '/run/postgresql',
  '/var/lib/pgbackrest',
  '/var/log/pgbackrest',
]
const usersOfOrganization = 20
const password = 'violet kettle drum'

const { step, end } = openSteps()
hidePostgres()
await shell('pg_createcluster 15 main && pg_ctlcluster 15 main start')
await shell(documentedBlock('restore.md', 'The folder of `repo1-path`'))
await shell(`su postgres -c psql <<'END'
create role aman login password 'violet-kettle';
create database aman owner aman encoding 'UTF8' template template0;
END`)
await step(
  'the users of an organization are removed, and pgBackRest restores the second before',
  makeAndMendMistake,
)
end()

async function makeAndMendMistake(): Promise<string> {
  const server = await startServer(databaseUrl)
  using client = openClient(server.url)
  // After the full backup.
  const { adminToken, organizationId, users, key } = await fill()
  const scans = users.map(({ email }) => ({
    recipient: email,
    sender: 'someone@elsewhere.example',
    threat_level: 'malicious',
  }))
  await client.call('POST', '/scans', key, { scans })
  const before = await readState(organizationId)
  const written = await databaseSecond()
  // Earlier writes lie before the second that is restored.
  await until(async () => (await databaseSecond()) > written + 2)
  const mistakenAt = await databaseSecond()
  for (const { id } of users) await client.call('DELETE', `/admin/users/${id}`, adminToken)
  // The restore takes back what comes after, too.
  const flag = { flag_type: 'red', value: 'after-the-mistake.example' }
  await client.call('POST', '/flags/add', adminToken, flag)
  const mistaken = await readState(organizationId)
  if (mistaken.users > 0 || mistaken.flags === before.flags) throw new Error('there is no mistake')
  await server.end('SIGTERM')
  const moment = new Date((mistakenAt - 1) * 1000).toISOString()
  await shell(documentedBlock('restore.md', 'Stop all servers'), {
    MOMENT: moment.replace('T', ' ').replace('.000Z', '+00'),
  })
  await using again = await startServer(databaseUrl)
  const after = JSON.stringify(await readState(organizationId))
  if (after !== JSON.stringify(before)) throw new Error(`${after}, not ${JSON.stringify(before)}`)
  using asking = openClient(again.url)
  const body = { username: users[0]?.username, password }
  const { status } = await asking.send('POST', '/auth/login', { body })
  if (status !== 200) throw new Error('a user that is back cannot sign in')
  return `${before.users} users and ${before.scans} mails before and again, none after the mistake; restored to ${moment}`
}

/** An organization with users, and the super admin who removes all of them. */
async function fill() {
  await using place = await openPlace(databaseUrl)
  const organizationId = await makeOrganization(place)
  const admin = await makeUser(place, { role: 'super_admin' })
  const users = await times(usersOfOrganization, () =>
    makeUser(place, { organizationId, password }),
  )
  return {
    adminToken: await makeSession(place, admin),
    organizationId,
    users,
    key: await makeGatewayKey(place, organizationId),
  }
}

/** By the clock of the database. */
async function databaseSecond(): Promise<number> {
  await using clock = await connectAs('clock', databaseUrl)
  const { rows } = await clock.query<{ second: string }>(
    `select extract(epoch from date_trunc('second', clock_timestamp()))::int as second`,
  )
  return Number(rows[0]?.second)
}

/** How much there is, of the organization and in all. */
async function readState(organizationId: string) {
  await using database = await connectAs('look', databaseUrl)
  const { rows } = await database.query<{ users: number; scans: number; flags: number }>(
    `select
      (select count(*) from users where organization_id = $1 and removed_at is null)::int as users,
      (select count(*) from scans join users on users.id = scans.user_id
        where users.organization_id = $1)::int as scans,
      (select count(*) from flags)::int as flags`,
    [organizationId],
  )
  const [state] = rows
  if (state === undefined) throw new Error('there is no answer')
  return state
}

/** Hides what this machine itself has of PostgreSQL. */
function hidePostgres(): void {
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder])
    execFileSync('chown', ['postgres:postgres', folder])
  }
  const settings = '/var/log/pgbackrest/pgbackrest.conf'
  writeFileSync(settings, documentedBlock('restore.md', '## Archiving'))
  execFileSync('mount', ['--bind', settings, '/etc/pgbackrest.conf'])
}

function shell(commands: string, environment = {}): Promise<string> {
  return must('bash', ['-e', '-o', 'pipefail', '-c', commands], environment)
}
