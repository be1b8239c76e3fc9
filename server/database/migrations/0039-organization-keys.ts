import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../engine.ts'
import type { Database } from '../tables/tables.ts'
import { type FilledTable, fillAll, filledTables } from './0039-organization-keys-fill.ts'
import { setKeys } from './0039-organization-keys-set.ts'
import { takePreparationLock } from './preparation.ts'

/**
 * The organization of each row of an organization's data, as part of its keys (decision 0125). The columns are
 * added and filled before the transaction of migrations, in batches, while servers of 0.2.0 may still
 * write. What they wrote in the meantime is filled here.
 */
export async function up(database: Database): Promise<void> {
  await takePreparationLock(database)
  // So that nothing is written between the filling and the keys.
  if (isPostgres(database)) {
    await sql`lock table scans, reported_mails, mail_checks, flags in access exclusive mode`.execute(
      database,
    )
  }
  for (const table of filledTables) await fillAll(database, table)
  // They are few, and a server of 0.2.0 moves users without them.
  await sql`update flags set organization_id = coalesce(
    (select users.organization_id from users where users.id = flags.user_id), '')`.execute(database)
  await setKeys(database)
}

/** Adds the columns, unless an earlier start did, and fills them. It may be killed and begun again. */
export async function prepare(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await takePreparationLock(transaction)
    const tables = await transaction.introspection.getTables()
    for (const table of [...filledTables.map(({ name }) => name), 'flags']) {
      const columns = tables.find(({ name }) => name === table)?.columns ?? []
      if (columns.some(({ name }) => name === 'organization_id')) continue
      await transaction.schema.alterTable(table).addColumn('organization_id', 'text').execute()
    }
  })
  for (const table of filledTables) await fillInBatches(database, table)
}

const batch = 1000

/** Each batch is a transaction, and rows that a report has locked are left to `up`. */
async function fillInBatches(database: Database, table: FilledTable): Promise<void> {
  const name = sql.table(table.name)
  const key = sql.join(table.key.map((column) => sql.ref(column)))
  const skipLocked = isPostgres(database) ? sql`for no key update skip locked` : sql``
  let after = table.key.map(() => '')
  for (let isLast = false; !isLast; ) {
    const from: RawBuilder<unknown> = sql`(${key}) > (${sql.join(after)})`
    const {
      rows: [last],
    } = await sql<Record<string, string>>`select ${key} from ${name} where ${from}
      order by ${key} limit 1 offset ${sql.lit(batch - 1)}`.execute(database)
    isLast = last === undefined
    after = table.key.map((column) => last?.[column] ?? '')
    const part = isLast ? from : sql`${from} and (${key}) <= (${sql.join(after)})`
    await sql`update ${name} set organization_id = ${table.organization}
      where (${key}) in (select ${key} from ${name}
        where ${part} and organization_id is null ${skipLocked})`.execute(database)
  }
}
