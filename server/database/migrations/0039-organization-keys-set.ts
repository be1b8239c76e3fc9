import { sql } from 'kysely'
import { isPostgres } from '../engine.ts'
import type { Database } from '../tables/tables.ts'

type Replacement = readonly [from: string, to: string]

interface KeyedTable {
  readonly name: string
  /** On PostgreSQL. */
  readonly constraints: readonly {
    readonly name: string
    readonly kind: 'primary key' | 'unique'
    readonly columns: string
  }[]
  /** In the text of the table, on SQLite. */
  readonly replacements: readonly Replacement[]
}

const column: Replacement = ['"organization_id" text', '"organization_id" text not null']
/** The key begins with the id, by which a user's own rows are found in any organization. */
const byId = '"id", "organization_id"'
const ofUser = '"user_id", "id"'

const keyById = (table: string): readonly Replacement[] => [
  column,
  ['"id" text not null primary key', '"id" text not null'],
  [') strict', `, constraint "${table}_key" primary key (${byId})) strict`],
]

const tables: readonly KeyedTable[] = [
  {
    name: 'scans',
    constraints: [{ name: 'scans_pkey', kind: 'primary key', columns: byId }],
    replacements: keyById('scans'),
  },
  {
    name: 'mail_checks',
    constraints: [{ name: 'mail_checks_pkey', kind: 'primary key', columns: byId }],
    replacements: keyById('mail_checks'),
  },
  {
    name: 'reported_mails',
    constraints: [
      {
        name: 'reported_mails_pkey',
        kind: 'primary key',
        columns: `${ofUser}, "organization_id"`,
      },
    ],
    replacements: [column, [`(${ofUser})`, `(${ofUser}, "organization_id")`]],
  },
  {
    name: 'flags',
    constraints: [
      { name: 'flags_pkey', kind: 'primary key', columns: byId },
      {
        name: 'flags_once_per_person',
        kind: 'unique',
        columns: '"user_id", "value", "organization_id"',
      },
    ],
    replacements: [
      ...keyById('flags'),
      ['unique ("user_id", "value")', 'unique ("user_id", "value", "organization_id")'],
    ],
  },
]

export async function setKeys(database: Database): Promise<void> {
  for (const table of tables) {
    if (isPostgres(database)) await alter(database, table)
    else await copy(database, table)
  }
}

/** One statement, so that the table is read once. */
async function alter(database: Database, { name, constraints }: KeyedTable): Promise<void> {
  const changes = constraints.flatMap((constraint) => [
    sql`drop constraint ${sql.ref(constraint.name)}`,
    sql`add constraint ${sql.ref(constraint.name)} ${sql.raw(constraint.kind)}
      (${sql.raw(constraint.columns)})`,
  ])
  await sql`alter table ${sql.table(name)} alter column organization_id set not null,
    ${sql.join(changes)}`.execute(database)
}

/** SQLite cannot change a primary key. */
async function copy(database: Database, table: KeyedTable): Promise<void> {
  const made = await sql<{ type: string; name: string; sql: string }>`select type, name, sql
    from sqlite_master where tbl_name = ${table.name} and sql is not null`.execute(database)
  const former = `former_${table.name}`
  await sql`alter table ${sql.table(table.name)} rename to ${sql.table(former)}`.execute(database)
  for (const { type, name } of made.rows) {
    if (type === 'index') await sql`drop index ${sql.ref(name)}`.execute(database)
  }
  for (const { type, sql: text } of made.rows) {
    if (type !== 'table') continue
    await sql.raw(table.replacements.reduce(replaced, text)).execute(database)
  }
  await sql`insert into ${sql.table(table.name)} select * from ${sql.table(former)}`.execute(
    database,
  )
  await database.schema.dropTable(former).execute()
  for (const { type, sql: text } of made.rows) {
    if (type === 'index') await sql.raw(text).execute(database)
  }
}

function replaced(text: string, [from, to]: Replacement): string {
  if (!text.includes(from)) throw new Error(`'${from}' is not in ${text}`)
  return text.replace(from, to)
}
