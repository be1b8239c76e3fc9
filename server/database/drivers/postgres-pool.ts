import { Client, type ClientBase, Pool, type PoolClient, types } from 'pg'
import { secondMs } from '../../core/clock.ts'
import { hostUrls, needsWritableHost, placeOf } from '../../core/database-address.ts'
import { wordsOfCause } from '../../core/start-error.ts'

/** All hosts are asked at once, so that one without an answer delays no other one. */
const askMs = 2.5 * secondMs

/** @throws Error if the connection is not one that is wanted */
type Check = (client: ClientBase) => Promise<void>

/**
 * Connections to the host that takes writes, as of one primary and its standbys. It is looked for at
 * the first connection, and again whenever a connection cannot be opened.
 */
class WritableConnections {
  readonly #urls: readonly string[]
  readonly #open: (url: string, check: Check) => Pool
  /** The pool of the last host that was found, which may be gone since. */
  #last: WritablePool | undefined
  /** Undefined while it is not known which host takes writes. */
  #current: Promise<WritablePool> | undefined

  constructor(urls: readonly string[], open: (url: string, check: Check) => Pool) {
    this.#urls = urls
    this.#open = open
  }

  async connect(): Promise<PoolClient> {
    this.#current ??= this.#find()
    const current = this.#current
    try {
      return await (await current).pool.connect()
    } catch (cause) {
      // Another call may have found a host since.
      if (this.#current === current) this.#current = undefined
      throw cause
    }
  }

  async end(): Promise<void> {
    await this.#last?.pool.end()
  }

  async #find(): Promise<WritablePool> {
    const url = await Promise.any(this.#urls.map(askWhetherWritable))
    if (this.#last?.url === url) return this.#last
    this.#last?.abandon()
    this.#last = new WritablePool(url, this.#open(url, requireWritable))
    return this.#last
  }
}

class WritablePool {
  readonly #clients = new Set<PoolClient>()
  readonly url: string
  readonly pool: Pool

  constructor(url: string, pool: Pool) {
    this.url = url
    this.pool = pool
    pool.on('connect', (client) => this.#clients.add(client))
    pool.on('remove', (client) => this.#clients.delete(client))
  }

  /** Fails all calls that still wait for a host that is gone. */
  abandon(): void {
    // An end in order would wait for those answers.
    for (const { connection } of this.#clients) connection.stream.destroy()
    void this.pool.end()
  }
}

/** @returns the URL */
async function askWhetherWritable(url: string): Promise<string> {
  const client = new Client({
    connectionString: url,
    fallback_application_name: 'aman',
    connectionTimeoutMillis: askMs,
    query_timeout: askMs,
  })
  // If it breaks, the question fails.
  client.on('error', () => {})
  try {
    await client.connect()
    await requireWritable(client)
    return url
  } catch (cause) {
    throw new Error(`${placeOf(url)}: ${wordsOfCause(cause)}`)
  } finally {
    void client.end()
  }
}

/** With a limit of its own, because migrations have none. */
const question = { text: 'show transaction_read_only', query_timeout: askMs }

async function requireWritable(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>(question)
  if (rows[0]?.transaction_read_only !== 'off') throw new Error('it takes no writes')
}

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
