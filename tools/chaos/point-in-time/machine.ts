import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { startServer } from '../../../tests/support/server/running-server.ts'
import { run } from '../../scripts/run-command.ts'
import { documentedBlock } from '../documented-block.ts'
import type { Outcome } from './attack.ts'
import { readState, removeUsers, writeAfter, writeBefore } from './story.ts'

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

makeMachine()
await shell('pg_createcluster 15 main && pg_ctlcluster 15 main start')
await shell(documentedBlock('restore.md', 'The folder of `repo1-path`'))
await shell(`su postgres -c psql <<'END'
create role aman login password 'violet-kettle';
create database aman owner aman encoding 'UTF8' template template0;
END`)
const outcome = await makeAndMendMistake()
process.stdout.write(`\n${JSON.stringify(outcome)}\n`)

async function makeAndMendMistake(): Promise<Outcome> {
  const server = await startServer(databaseUrl)
  const world = await writeBefore(server.url, databaseUrl)
  const before = await readState(databaseUrl, world)
  const moment = await removeUsers(server.url, databaseUrl, world)
  await writeAfter(server.url, world)
  const mistaken = await readState(databaseUrl, world)
  await server.end('SIGTERM')
  const started = performance.now()
  await shell(documentedBlock('restore.md', 'Stop all servers'), { MOMENT: moment })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  await using again = await startServer(databaseUrl)
  const after = await readState(databaseUrl, world)
  const isIn = await world.canSignIn(again.url)
  return {
    figures: `${before.users} users and ${before.scans} mails before, ${mistaken.users} users after the mistake, ${after.users} users and ${after.scans} mails restored to ${moment} in ${seconds} s`,
    problems: [
      ...(mistaken.users === 0 && mistaken.flags > before.flags ? [] : ['there was no mistake']),
      ...(JSON.stringify(after) === JSON.stringify(before)
        ? []
        : [`${JSON.stringify(after)} instead of ${JSON.stringify(before)}`]),
      ...(isIn ? [] : ['a user that is back cannot sign in']),
    ],
  }
}

/** Hides what this machine itself has of PostgreSQL. */
function makeMachine(): void {
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder])
    execFileSync('chown', ['postgres:postgres', folder])
  }
  const settings = '/var/log/pgbackrest/pgbackrest.conf'
  writeFileSync(settings, documentedBlock('restore.md', '## Archiving'))
  execFileSync('mount', ['--bind', settings, '/etc/pgbackrest.conf'])
}

async function shell(commands: string, environment: Record<string, string> = {}): Promise<void> {
  const { exitCode, output } = await run('bash', ['-e', '-o', 'pipefail', '-c', commands], {
    environment,
  })
  if (exitCode !== 0) throw new Error(`${commands}\nended with ${exitCode}: ${output}`)
}
