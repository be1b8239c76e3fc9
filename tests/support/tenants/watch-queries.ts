import { appendFileSync } from 'node:fs'
import { DefaultQueryExecutor } from 'kysely'
import { afterEach } from 'vitest'
import { isListed } from './listed-queries.ts'
import { missingTenant } from './missing-tenant.ts'

/*
 * Every query that the server makes in a test asks for the organization if it is on a tenant's data, or
 * is listed with a reason. The queries that tests themselves make are not looked at.
 */

const found: string[] = []
const original = DefaultQueryExecutor.prototype.executeQuery
const watched = Symbol.for('aman: queries are watched')

if (!Reflect.has(original, watched)) {
  const watch: typeof original = function (this: DefaultQueryExecutor, query, ...rest) {
    const tables = missingTenant(query.sql)
    const place = tables.length === 0 ? undefined : placeOfQuery(new Error('here').stack ?? '')
    if (place !== undefined && !tables.every((table) => isListed(place, table))) {
      found.push(`${place} ${tables.join(' ')}: ${query.sql}`)
    }
    return original.call(this, query, ...rest)
  }
  DefaultQueryExecutor.prototype.executeQuery = Object.assign(watch, { [watched]: true })
}

afterEach(() => {
  const queries = [...new Set(found.splice(0))]
  if (queries.length > 0) {
    appendFileSync(
      '/tmp/tenants/found',
      queries.map((query) => query.replace(/\s+/g, ' ')).join('\n') + '\n',
    )
  }
})

/** What only passes queries on. */
const helpers = /\/server\/database\/(drivers\/|insert-rows|delete-in-chunks|delete-older|keyset)/

/** @returns the file and function of the server that made a query; undefined for a test's own */
function placeOfQuery(stack: string): string | undefined {
  for (const line of stack.split('\n').slice(1)) {
    const [, caller = '', path] =
      /at (?:async )?(?:(\S+) \()?(?:.*?)(\/(?:server|tests|bench|chaos)\/[^:]+):\d+/.exec(line) ??
      []
    if (path === undefined || line.includes('node_modules')) continue
    if (path.endsWith('/watch-queries.ts') || helpers.test(path)) continue
    return path.startsWith('/server/') ? `${path.slice(1)} ${caller}`.trim() : undefined
  }
  return undefined
}
