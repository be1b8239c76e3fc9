import * as v from 'valibot'
import { findPostgres } from '../../scripts/find-postgres.ts'
import { startCluster } from '../../tests/support/postgres/cluster.ts'
import type { Administration } from './counters.ts'

/**
 * As docs/failover.md sets PostgreSQL: what is committed is on the disk. Vacuum is measured apart, and
 * its own memory is small beside the data, as it is on machines for much of it.
 */
export const settings = ['shared_buffers=1GB', 'max_wal_size=4GB', 'autovacuum=off']

/** What is lost with the machine can be filled again. */
const whileFilling = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  jit: 'off',
  maintenance_work_mem: '1GB',
  work_mem: '256MB',
}

/** @param folder the parent of its data, which is removed at the end */
export async function startProductionCluster(folder: string) {
  const programs = findPostgres(['initdb', 'postgres'])
  if (programs === undefined) throw new Error('PostgreSQL is not here (Debian: postgresql)')
  return startCluster(programs, { folder, settings })
}

export type Densities = Readonly<Record<string, number>>

/**
 * Fills without the secondary indexes and without looking up each row's user, then makes the indexes
 * as full as those of a database that grew, or leaves the indexes where they are.
 * @param densitiesNow of the leaves of each index, as a part of 1; undefined to let them grow
 */
export async function fillFast<Filled>(
  administration: Administration,
  densitiesNow: (() => Densities) | undefined,
  fill: () => Promise<Filled>,
): Promise<Filled> {
  const { run } = administration
  for (const [name, value] of Object.entries(whileFilling)) {
    await run(`alter system set ${name} = '${value}'`)
  }
  await run('select pg_reload_conf()')
  await run('alter role current_user set session_replication_role = replica')
  const definitions = densitiesNow === undefined ? [] : await removeIndexes(administration)
  const filled = await fill()
  const densities = densitiesNow?.()
  for (const { name, definition } of definitions) {
    const percent = Math.min(100, Math.max(10, Math.round((densities?.[name] ?? 0.9) * 100)))
    const [before = '', condition] = definition.split(/ (?=WHERE )/)
    await run([before, `with (fillfactor = ${percent})`, condition].filter(Boolean).join(' '))
  }
  await run('alter role current_user reset session_replication_role')
  for (const name of Object.keys(whileFilling)) await run(`alter system reset ${name}`)
  // Totals have changed before: in pages that were filled at once the next version of a row has no room.
  for (const table of ['scan_totals', 'organization_totals', 'monthly_scans']) {
    await run(`update ${table} set safe = safe`)
  }
  await run('vacuum analyze')
  await run('select pg_reload_conf()')
  await run('checkpoint')
  return filled
}

const indexDefinition = v.object({ name: v.string(), definition: v.string() })

async function removeIndexes({ run, read }: Administration) {
  const found = await read(
    indexDefinition,
    `select relname as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
      from pg_index join pg_class on oid = indexrelid
      where indrelid = 'scans'::regclass and not indisunique`,
  )
  for (const { name } of found) await run(`drop index ${name}`)
  return found
}
