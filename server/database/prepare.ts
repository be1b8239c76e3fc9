import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './tables.ts'

/**
 * A query that is compiled once for each database. Compiling takes several times as long as running it
 * on SQLite, which matters for queries of every call.
 * @param build creates the query, with named parameters for the texts that differ between runs
 */
export function prepare<Name extends string, Row>(
  build: (database: Database, named: (name: Name) => string) => Compilable<Row>,
): (database: Database, values: Readonly<Record<Name, string>>) => Promise<readonly Row[]> {
  const texts = new WeakMap<Database, CompiledQuery<Row>>()
  const names = new Map<unknown, Name>()
  const standInFor = (name: Name) => {
    const standIn = `stand-in for ${name}`
    names.set(standIn, name)
    return standIn
  }
  return async (database, values) => {
    const text = texts.get(database) ?? build(database, standInFor).compile()
    texts.set(database, text)
    const parameters = text.parameters.map((parameter) => {
      const name = names.get(parameter)
      return name === undefined ? parameter : values[name]
    })
    const filled: CompiledQuery<Row> = { ...text, parameters }
    return (await database.executeQuery(filled)).rows
  }
}
