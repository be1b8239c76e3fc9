import { Pool, type PoolClient, types } from 'pg'
import { secondMs } from '../../core/clock.ts'
import { hostUrls, needsWritableHost } from '../../core/database-address.ts'
import { type Check, WritableConnections } from './writable-connections.ts'

/** The type ids of `bigint` and `numeric`, which arrive as text; no value here exceeds 2^53. */
const textNumbers = new Set([20, 1700])

const connectMs = 5 * secondMs
/** How long a statement waits for a lock. */
export const lockMs = 5 * secondMs

/** Connections that are opened when they are needed. */
export interface Connections {
  connect(): Promise<PoolClient>
  end(): Promise<void>
}

/** @param answerMs the timeout of a statement; 0 for none */
export function openConnections(url: string, connections: number, answerMs: number): Connections {
  const open = (host: string, check?: Check) => createPool(host, connections, answerMs, check)
  return needsWritableHost(url) ? new WritableConnections(hostUrls(url), open) : open(url)
}

export function createPool(
  url: string,
  connections: number,
  answerMs: number,
  check?: Check,
): Pool {
  const pool = new Pool({
    connectionString: url,
    fallback_application_name: 'aman',
    max: connections,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    keepAlive: true,
    // Statements that need no earlier answer are sent at once.
    pipeline: true,
    // Not with the start of a connection: PgBouncer refuses settings there.
    async onConnect(client) {
      await check?.(client)
      await client.query(`set lock_timeout = ${lockMs}`)
    },
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        textNumbers.has(type) ? Number : types.getTypeParser(type, format),
    },
  })
  // An idle connection that breaks leaves the pool; without a listener the error ends the process.
  pool.on('error', ignore)
  // If a connection breaks in use, its query fails.
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

function ignore(): void {}
