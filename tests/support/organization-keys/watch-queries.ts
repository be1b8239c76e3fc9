import { DefaultQueryExecutor } from 'kysely'
import { afterEach, expect } from 'vitest'
import { root } from '../../../tools/scripts/run-command.ts'
import { isListed } from './listed-queries.ts'
import { isOrderedByTimeAlone, withoutOrganization } from './query-faults.ts'

/*
 * Every query that the server makes in a test asks for the organization if it is on an organization's
 * data, or is listed with a reason, and orders by more than a time. The queries that tests themselves make
 * are not looked at.
 */

const found = new Set<string>()
const tied = new Set<string>()

// Files of tests share a process, and each file is watched on its own.
const genuine = Symbol.for('aman: executeQuery')
const { prototype } = DefaultQueryExecutor
const executeQuery: typeof prototype.executeQuery =
  Reflect.get(prototype, genuine) ?? prototype.executeQuery
Reflect.set(prototype, genuine, executeQuery)
prototype.executeQuery = new Proxy(executeQuery, {
  apply(target, executor, [query, ...rest]) {
    look(query.sql)
    return Reflect.apply(target, executor, [query, ...rest])
  },
})

/** Kept by text: most queries are made again and again. */
const texts = new Map<string, { readonly tables: readonly string[]; readonly isTied: boolean }>()

function knownOf(text: string) {
  const known = texts.get(text)
  if (known !== undefined) return known
  const read = { tables: withoutOrganization(text), isTied: isOrderedByTimeAlone(text) }
  texts.set(text, read)
  return read
}

function look(text: string): void {
  const { tables, isTied } = knownOf(text)
  if (tables.length === 0 && !isTied) return
  const place = placeOfQuery(new Error('here').stack ?? '')
  if (place === undefined || isMigration.test(place)) return
  const query = `${place} (${tables.join(' ')}): ${text.replace(/\s+/g, ' ')}`
  if (isTied) tied.add(query)
  if (tables.some((table) => !isListed(place, table))) found.add(query)
}

afterEach(() => {
  const queries = [...found]
  const orders = [...tied]
  found.clear()
  tied.clear()
  expect(queries, 'queries that ask for no organization').toEqual([])
  expect(orders, 'queries whose rows of one time have no order').toEqual([])
})

/** A migration is about all rows. */
const isMigration = /^server\/database\/migrations\//

/** Helpers that only pass queries on. */
const helpers =
  /\/server\/database\/(drivers\/|connection-use|run-at-once|queue|retention|counters|count-rows|keyset)/

const line =
  /at (?:async )?(?:(?:Object\.)?(?<caller>\S+) \()?.*?(?<path>\/(?:server|tests|bench|chaos)\/[^:]+):\d+/

/** @returns the file and function of the server that made a query; undefined for a test's own */
function placeOfQuery(stack: string): string | undefined {
  for (const frame of stack.split('\n')) {
    const { caller = '', path } = line.exec(frame.replace(root, '/'))?.groups ?? {}
    if (path === undefined || frame.includes('node_modules')) continue
    if (path.endsWith('/watch-queries.ts') || helpers.test(path)) continue
    return path.startsWith('/server/') ? `${path.slice(1)} ${caller}`.trim() : undefined
  }
  return undefined
}
