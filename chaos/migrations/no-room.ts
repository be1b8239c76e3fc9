import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { ask } from './copies.ts'

const repository = resolve(import.meta.dirname, '../..')
/** The first does not even hold the log's beginning, the second a part of the migration. */
const limits = [1, 2048] as const

export interface Refused {
  readonly code: number | null
  readonly words: string
}

/** Starts on a disk that takes so many blocks in a file and no more. */
export async function startsWithoutRoom(databaseUrl: string): Promise<readonly Refused[]> {
  const refused: Refused[] = []
  for (const blocks of limits) refused.push(await startWithin(databaseUrl, blocks))
  return refused
}

async function startWithin(databaseUrl: string, blocks: number): Promise<Refused> {
  const command = `ulimit -f ${blocks}; exec "$0" server/main.ts`
  const child = spawn('sh', ['-c', command, process.execPath], {
    cwd: repository,
    env: { ...process.env, PORT: '0', DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  // One that found room enough is told to stop.
  child.stdout.once('data', () => child.kill('SIGKILL'))
  const words = await text(child.stderr)
  await exited
  return { code: child.exitCode, words }
}

const rejectWrites = {
  'a disk without room': [
    `create function no_room() returns event_trigger language plpgsql as $$ begin
       raise exception using errcode = '53100',
         message = 'could not extend file: No space left on device'; end $$`,
    `create event trigger no_room on ddl_command_start when tag in ('CREATE INDEX')
       execute function no_room()`,
  ],
  'a database that takes no writes': [
    `do $$ begin execute format('alter database %I set default_transaction_read_only = on',
       current_database()); end $$`,
  ],
} as const

const allowWrites = [
  'drop event trigger if exists no_room',
  'drop function if exists no_room()',
  `do $$ begin execute format('alter database %I reset default_transaction_read_only',
     current_database()); end $$`,
].join(';')

export const refusals = Object.keys(rejectWrites).filter(
  (name): name is keyof typeof rejectWrites => name in rejectWrites,
)

/** What PostgreSQL says where its disk is full, or where it is a standby. */
export async function whileRejecting<Result>(
  databaseUrl: string,
  errorAnswer: keyof typeof rejectWrites,
  task: () => Promise<Result>,
): Promise<Result> {
  for (const statement of rejectWrites[errorAnswer]) await ask(databaseUrl, statement)
  try {
    return await task()
  } finally {
    await ask(databaseUrl, allowWrites)
  }
}
