import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** More than the server has queries; batches of different sizes each make a text of their own. */
const longestCache = 500

/** Lends `node:sqlite` the shape that Kysely's SQLite driver asks for. */
export function adaptDatabase(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(sql) {
      // Plain `begin` takes the write lock at the first write, where it may fail; several processes
      // on one file only get along when each asks for it at once.
      if (sql === 'begin') return adaptStatement(database.prepare('begin immediate'))
      // A full disk has undone the transaction already, and a second time would hide why.
      if (sql === 'rollback' && !database.isTransaction) return nothing
      const known = statements.get(sql)
      if (known !== undefined) return known
      if (statements.size >= longestCache) statements.clear()
      const statement = adaptStatement(database.prepare(sql))
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

function adaptStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(inputValue)),
    run: (parameters) => statement.run(...parameters.map(inputValue)),
    iterate: (parameters) => statement.iterate(...parameters.map(inputValue)),
  }
}

function inputValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  throw new TypeError(`${typeof value} is no portable column type`)
}
