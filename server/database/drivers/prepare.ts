import type { Compilable, CompiledQuery } from 'kysely'
import { LRUCache } from 'lru-cache'
import { isPostgres } from '../engine.ts'
import type { Database } from '../tables/tables.ts'

/** As often must a text come until it has a name. */
const oftenEnough = 5
/** Names for each connection, besides the queries that `prepare` names. */
const mostNames = 100
/** Longer are only the texts of many rows, which come in many lengths. */
const longestText = 5000

/**
 * A search has a plan for its term: one for any term may read the whole table. And what reads `*` fails
 * while a newer server adds columns.
 */
const isPlannedAnew = (text: string) => /\blike\b/i.test(text) || readsAllColumns.test(text)

/**
 * Names texts that come often, so that PostgreSQL plans them once for a connection: of lists, which are
 * made of parts and are not prepared. The first that come often have names for as long as the server runs.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #seen = new LRUCache<string, number>({ max: 10 * mostNames })

  /** @returns undefined for a text without a name */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size === mostNames) return known
    if (text.length > longestText || isPlannedAnew(text)) return undefined
    const times = (this.#seen.get(text) ?? 0) + 1
    this.#seen.set(text, times)
    if (times < oftenEnough) return undefined
    const name = `often_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

/** Found in statements that read `*`, whose columns change with the table; not in `count(*)` or `2 * 3`. */
export const readsAllColumns = /\b(?:select|returning)\s+\*|\.\*/i

/** A query that PostgreSQL keeps by name for a connection, which has one text for one name. */
export interface NamedQuery<Row> extends CompiledQuery<Row>, Run {
  readonly statementName?: string
}

interface Run {
  /** PostgreSQL commits with it, in the same round trip. It is the last statement of its transaction. */
  readonly endsTransaction?: boolean
}

let statements = 0

/**
 * A query that is compiled once for each engine, in transactions too, and planned by PostgreSQL once for
 * each connection.
 * Compiling takes several times as long as running it on SQLite, and planning as long as running it on
 * PostgreSQL, which matters for queries of every call.
 * @param build creates the query, with named parameters for the texts that differ between runs
 */
export function prepare<Name extends string, Row>(
  build: (database: Database, named: (name: Name) => string) => Compilable<Row>,
): (
  database: Database,
  values: Readonly<Record<Name, string>>,
  run?: Run,
) => Promise<readonly Row[]> {
  statements += 1
  const statementName = `aman_${statements}`
  const texts = new Map<'postgres' | 'sqlite', CompiledQuery<Row>>()
  const names = new Map<unknown, Name>()
  const standInFor = (name: Name) => {
    const standIn = `stand-in for ${name}`
    names.set(standIn, name)
    return standIn
  }
  return async (database, values, run) => {
    const engine = isPostgres(database) ? 'postgres' : 'sqlite'
    const text = texts.get(engine) ?? build(database, standInFor).compile()
    texts.set(engine, text)
    const parameters = text.parameters.map((parameter) => {
      const name = names.get(parameter)
      return name === undefined ? parameter : values[name]
    })
    const filled: NamedQuery<Row> = { ...text, ...run, parameters, statementName }
    return (await database.executeQuery<Row>(filled)).rows
  }
}

const named = new Map<string, string>()

/** Lets PostgreSQL keep the plan of a query that the builder made, of which there are few texts. */
export function keepPlan<Row>(query: CompiledQuery<Row>): NamedQuery<Row> {
  const statementName = named.get(query.sql) ?? `aman_text_${named.size}`
  named.set(query.sql, statementName)
  return { ...query, statementName }
}
