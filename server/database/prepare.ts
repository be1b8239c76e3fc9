import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './tables.ts'

/**
 * A query whose text is made once for each database. Making it anew takes several times as long as
 * SQLite takes to answer, which counts where every call makes the query.
 * @param build names the texts that change from one run to the next
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
