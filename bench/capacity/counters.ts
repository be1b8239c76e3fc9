import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import * as v from 'valibot'

const amount = v.pipe(v.unknown(), v.transform(Number), v.finite())

/** What a PostgreSQL on this machine has done so far. */
const countedFields = v.object({
  walBytes: amount,
  /** Pages that are in the log as a whole, because they changed for the first time after a checkpoint. */
  fullPages: amount,
  /** Blocks of 8 kB: not found in PostgreSQL's own memory, found there, and written to the files. */
  blocksRead: amount,
  blocksHit: amount,
  blocksWritten: amount,
})
export type Counted = v.InferOutput<typeof countedFields> & {
  /** Of all its processes, also of those that have ended. */
  readonly cpuMs: number
}

/** The connection of an administrator, beside those of the server. */
export interface Administration extends AsyncDisposable {
  readonly run: (statement: string) => Promise<void>
  readonly read: <Schema extends v.GenericSchema>(
    schema: Schema,
    statement: string,
  ) => Promise<v.InferOutput<Schema>[]>
  readonly version: string
  /** Exact in processor time and bytes of the log; in the rest only after `settle`. */
  readonly count: () => Promise<Counted>
  /** Ends the server's connections: only then the last of what they did is counted. */
  readonly settle: () => Promise<void>
}

export async function administer(url: string): Promise<Administration> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const read: Administration['read'] = async (schema, statement) =>
    v.parse(v.array(schema), (await client.query(statement)).rows)
  const [main] = await read(
    v.object({ pid: amount, version: v.string() }),
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid,
      split_part(current_setting('server_version'), ' ', 1) as version`,
  )
  if (main === undefined) throw new Error('PostgreSQL does not say which process it is')
  return {
    read,
    version: main.version,
    async run(statement) {
      await client.query(statement)
    },
    async count() {
      const [counted] = await read(countedFields, counters)
      if (counted === undefined) throw new Error('PostgreSQL counts nothing')
      return { cpuMs: cpuMsOfTree(main.pid), ...counted }
    },
    async settle() {
      await client.query(
        `select pg_terminate_backend(pid, 10000) from pg_stat_activity
          where application_name = 'aman' and backend_type = 'client backend'`,
      )
      await client.query('select pg_stat_clear_snapshot()')
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}

const counters = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as "walBytes",
  (select wal_fpi from pg_stat_wal) as "fullPages",
  (select sum(blks_read) from pg_stat_database) as "blocksRead",
  (select sum(blks_hit) from pg_stat_database) as "blocksHit",
  (select buffers_checkpoint + buffers_clean + buffers_backend from pg_stat_bgwriter) as "blocksWritten"`

/** A process, its children, and those of them that have ended and were waited for. */
function cpuMsOfTree(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const own = timesOf(String(pid)).reduce((sum, time) => sum + time, 0)
  return children.filter(Boolean).reduce((sum, child) => {
    const [user = 0, system = 0] = timesOf(child)
    return sum + user + system
  }, own)
}

/** @returns user and system time in ms, its own and that of its children that have ended */
function timesOf(pid: string): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in brackets, may have spaces. The times are the 14th to 17th field, in hundredths.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return fields.slice(11, 15).map((hundredths) => Number(hundredths) * 10)
  } catch {
    // It has ended, and its parent counts it.
    return []
  }
}

const disk = v.object({
  name: v.string(),
  isIndex: v.boolean(),
  bytes: amount,
})

/** What the scans take on disk: the table, and each index by name, whatever parts they have. */
export async function sizesOfScans({ read }: Administration) {
  const tree = (relation: string) =>
    `(select sum(pg_total_relation_size(part)) from
      (select ${relation} as part union select relid from pg_partition_tree(${relation})) parts)`
  const own = (relation: string) =>
    tree(relation).replace('pg_total_relation_size', 'pg_table_size')
  return read(
    disk,
    `select 'scans' as name, false as "isIndex", ${own(`'scans'::regclass`)} as bytes
    union all select relname, true, ${own('indexrelid')} from pg_class
      join pg_index on indexrelid = pg_class.oid where indrelid = 'scans'::regclass order by 1`,
  )
}

/** How full the leaves of each index are, as a part of 1. */
export function densitiesOf({ read }: Administration) {
  return read(
    v.object({ name: v.string(), density: amount }),
    `with parts as materialized (
      select own.relname as name, part.oid::regclass as part
      from pg_index join pg_class own on own.oid = indexrelid
      join pg_class part on ${isPart('part', 'own.oid')} and part.relkind = 'i'
      where indrelid = 'scans'::regclass)
    select name, sum(avg_leaf_density * leaf_pages) / sum(leaf_pages) / 100 as density
      from parts, lateral pgstatindex(part) where leaf_pages > 0 group by name`,
  )
}

/** Room in the table that holds no row, whether it can be used again already or only after a vacuum. */
export async function unusedBytes({ read }: Administration): Promise<number> {
  const [found] = await read(
    v.object({ bytes: amount }),
    `with parts as materialized (
      select part.oid::regclass as part from pg_class part
      where ${isPart('part', `'scans'::regclass`)} and part.relkind = 'r')
    select sum(dead_tuple_len + free_space) as bytes from parts, lateral pgstattuple(part)`,
  )
  return found?.bytes ?? Number.NaN
}

/** A table or index itself, or a partition of it. */
function isPart(part: string, whole: string): string {
  return `(${part}.oid = ${whole} or ${part}.oid in (select relid from pg_partition_tree(${whole})))`
}
