import { Pool, types } from 'pg'
import { secondMs } from '../core/clock.ts'

/** The types of `bigint` and `numeric`, which arrive as texts; no count here passes 2^53. */
const textNumbers = new Set([20, 1700])

const connectMs = 5 * secondMs
const lockMs = 5 * secondMs

/**
 * Connections to PostgreSQL, made when they are needed.
 * @param answerMs how long a statement may take; 0 for as long as it needs
 */
export function createPool(url: string, connections: number, answerMs: number): Pool {
  const pool = new Pool({
    connectionString: url,
    fallback_application_name: 'aman',
    max: connections,
    connectionTimeoutMillis: connectMs,
    lock_timeout: lockMs,
    query_timeout: answerMs,
    keepAlive: true,
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        textNumbers.has(type) ? Number : types.getTypeParser(type, format),
    },
  })
  // A connection that breaks while nobody uses it leaves the pool; without a listener the process ends.
  pool.on('error', ignore)
  // Whoever uses one that breaks learns it from the query.
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

function ignore(): void {}
