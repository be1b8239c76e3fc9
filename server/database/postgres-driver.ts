import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { ConnectionError, isUnavailable } from './database-error.ts'

/** Unlike Kysely's own it tells a connection that broke from a statement that was refused. */
export class PostgresPoolDriver implements Driver {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    try {
      return new Connection(await this.#pool.connect())
    } catch (cause) {
      throw new ConnectionError(cause)
    }
  }

  /** Every statement sees what was committed before it, whatever the database's own default is. */
  async beginTransaction(connection: Connection): Promise<void> {
    await connection.run('begin isolation level read committed')
  }

  async commitTransaction(connection: Connection): Promise<void> {
    const { command } = await connection.run('commit')
    // So PostgreSQL answers where a statement failed and somebody went on.
    if (command === 'ROLLBACK') throw new Error('the transaction was rolled back')
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    // One that says nothing is closed when it is released, and with it the transaction; to ask it
    // again would be to wait once more for an answer that does not come.
    if (!connection.isSilent) await connection.run('rollback')
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

const changes = new Set(['INSERT', 'UPDATE', 'DELETE'])

class Connection implements DatabaseConnection {
  readonly #client: PoolClient
  /** Perhaps: a new connection costs little, and an old one may have ended. */
  #isBroken = false
  #isSilent = false

  constructor(client: PoolClient) {
    this.#client = client
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.run(sql, parameters)
    return changes.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
  }

  async run(sql: string, parameters: readonly unknown[] = []) {
    try {
      return await this.#client.query(sql, [...parameters])
    } catch (cause) {
      const failure = cause instanceof DatabaseError ? cause : new ConnectionError(cause)
      if (isUnavailable(failure)) this.#isBroken = true
      if (failure instanceof ConnectionError) this.#isSilent = true
      throw failure
    }
  }

  get isSilent(): boolean {
    return this.#isSilent
  }

  /** Nobody gets a broken one again, nor one whose answer may still come. */
  release(): void {
    this.#client.release(this.#isBroken)
  }

  streamQuery(): never {
    throw new Error('lists are read in pages')
  }
}
