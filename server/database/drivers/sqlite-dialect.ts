import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  type CreateTableNode,
  type DataTypeNode,
  type DialectAdapter,
  type QueryCompiler,
  type SelectModifierNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely'
import { readsAllColumns } from './prepare.ts'

/** More than the server's queries; batches of different sizes have different texts. */
const longestCache = 500

/** Adapts `node:sqlite` to the interface of Kysely's SQLite driver. */
function adaptDatabase(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(sql) {
      // Plain `begin` takes the write lock at the first write, which may fail if several processes
      // use the file. `begin immediate` waits for it at once.
      if (sql === 'begin') return adaptStatement(sql, database.prepare('begin immediate'))
      // A full disk has already rolled back; a second rollback would hide the cause.
      if (sql === 'rollback' && !database.isTransaction) return nothing
      const known = statements.get(sql)
      if (known !== undefined) return known
      if (statements.size >= longestCache) statements.clear()
      const statement = adaptStatement(sql, database.prepare(sql))
      statements.set(sql, statement)
      return statement
    },
  }
}

const nothing: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
}

type Row = ReturnType<StatementSync['all']>[number]

function adaptStatement(sql: string, statement: StatementSync): SqliteStatement {
  const names = statement.columns().map(({ name }) => name)
  const makeRow = readsAllColumns.test(sql) ? (row: Row) => row : rowMaker(statement, names)
  return {
    reader: names.length > 0,
    all: (parameters) => statement.all(...parameters.map(inputValue)).map(makeRow),
    run: (parameters) => statement.run(...parameters.map(inputValue)),
    iterate: (parameters) => statement.iterate(...parameters.map(inputValue)).map(makeRow),
  }
}

/**
 * V8 stores the row objects of Node as dictionaries, and creating and reading them takes longer than
 * the query itself. So it does with an object to which many columns are added one by one, but not with
 * a copy of one that was read as JSON. The columns of `*` change with the table, so only queries without
 * it use this.
 */
function rowMaker(statement: StatementSync, names: readonly string[]): (values: Row) => Row {
  statement.setReturnArrays(true)
  const empty: Row = JSON.parse(
    JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))),
  )
  return (values) => {
    const row = { ...empty }
    names.forEach((name, position) => {
      row[name] = values[position] ?? null
    })
    return row
  }
}

function inputValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  throw new TypeError(`${typeof value} is no portable column type`)
}

/** The Kysely dialect for the SQLite that is built into Node. */
export class NodeSqliteDialect extends SqliteDialect {
  constructor(database: DatabaseSync) {
    super({ database: adaptDatabase(database) })
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter()
  }

  override createQueryCompiler(): QueryCompiler {
    return new StrictCompiler()
  }
}

/** Runs migrations in a transaction, which Kysely does not do by default on SQLite. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Adds the syntax that only SQLite has, so that migrations and queries are portable. */
class StrictCompiler extends SqliteQueryCompiler {
  protected override visitCreateTable(node: CreateTableNode): void {
    super.visitCreateTable(node)
    // Kysely's own tables have column types that STRICT rejects.
    if (!node.table.table.identifier.name.startsWith('kysely_')) this.append(' strict')
  }

  protected override visitSelectModifier(node: SelectModifierNode): void {
    // SQLite has no row locks: a write transaction locks the whole database.
    if (node.modifier?.startsWith('For') !== true) super.visitSelectModifier(node)
  }

  protected override visitDataType(node: DataTypeNode): void {
    if (node.dataType === 'double precision') this.append('real')
    else super.visitDataType(node)
  }
}
