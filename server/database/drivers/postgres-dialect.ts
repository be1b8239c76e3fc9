import {
  type DatabaseConnection,
  type DatabaseMetadataOptions,
  type DataTypeNode,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
  type TableMetadata,
} from 'kysely'
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
import { DatabaseError, type PoolClient } from 'pg'
import { ConnectionError, isUnavailable } from './database-error.ts'
import type { Connections } from './postgres-pool.ts'
import { type NamedQuery, StatementNames } from './prepare.ts'

/** Unlike Kysely's own driver it distinguishes a broken connection from a rejected statement. */
class PostgresPoolDriver implements Driver {
  readonly #connections: Connections
  readonly #names = new StatementNames()

  constructor(connections: Connections) {
    this.#connections = connections
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    try {
      return new Connection(await this.#connections.connect(), this.#names)
    } catch (cause) {
      throw new ConnectionError(cause)
    }
  }

  /** Every statement sees what was committed before it, whatever the database's default is. */
  async beginTransaction(connection: Connection): Promise<void> {
    connection.begin()
  }

  async commitTransaction(connection: Connection): Promise<void> {
    if (connection.isInTransaction) await connection.commit()
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    // A silent connection is closed on release, which ends the transaction. A rollback would only
    // wait for another response that does not come.
    if (connection.isInTransaction && !connection.isSilent) await connection.run('rollback')
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.#connections.end()
  }
}

const changes = new Set(['INSERT', 'UPDATE', 'DELETE'])

/**
 * With which PostgreSQL acknowledges a commit that no standby has confirmed: its waiting for one was
 * cancelled. Such a commit may be lost in a failover.
 */
const unconfirmed = '01000'

/** Waits for both, also when the first one fails. @throws the error of the first one that failed */
async function allOf<One, Other>(one: Promise<One>, other: Promise<Other> | undefined) {
  await Promise.allSettled([one, other])
  return Promise.all([one, other])
}

class Connection implements DatabaseConnection {
  readonly #client: PoolClient
  readonly #names: StatementNames
  /** True if the connection may be broken: replacing it costs little. */
  #isBroken = false
  #isSilent = false
  #isUnconfirmed = false
  /** Settles when the transaction has begun; undefined outside one. */
  #begun: Promise<unknown> | undefined
  readonly #hear = ({ code }: { readonly code: string | undefined }) => {
    if (code === unconfirmed) this.#isUnconfirmed = true
  }

  constructor(client: PoolClient, names: StatementNames) {
    this.#client = client
    this.#names = names
    client.on('notice', this.#hear)
  }

  async executeQuery<Row>(query: NamedQuery<Row>): Promise<QueryResult<Row>> {
    const running = this.run(
      query.sql,
      query.parameters,
      query.statementName ?? this.#names.nameOf(query.sql),
    )
    const isLast = query.endsTransaction && this.isInTransaction
    // Both are waited for, so that no answer is left for who has the connection next.
    const [{ command, rowCount, rows }] = await allOf(running, isLast ? this.commit() : this.#begun)
    return changes.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
  }

  /** Sent with the first statement, which fails with it. */
  begin(): void {
    this.#begun = this.run('begin isolation level read committed')
    this.#begun.catch(() => {})
  }

  get isInTransaction(): boolean {
    return this.#begun !== undefined
  }

  /** If it fails without an end of the transaction, because it was cancelled, that is rolled back. */
  async commit(): Promise<void> {
    const [{ command }] = await allOf(this.run('commit'), this.#begun)
    this.#begun = undefined
    // PostgreSQL answers ROLLBACK if a statement failed and the transaction went on.
    if (command === 'ROLLBACK') throw new Error('the transaction was rolled back')
  }

  async run(text: string, values: readonly unknown[] = [], name?: string) {
    this.#isUnconfirmed = false
    try {
      const result = await this.#client.query({ text, values: [...values], name })
      const isCommit = result.command === 'COMMIT' || changes.has(result.command)
      if (this.#isUnconfirmed && isCommit) throw new Error('no standby has confirmed the commit')
      return result
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

  /** Removes a connection from the pool if it is broken or a late response may still arrive. */
  release(): void {
    this.#client.off('notice', this.#hear)
    this.#client.release(this.#isBroken)
  }

  streamQuery(): never {
    throw new Error('lists are read in pages')
  }
}

/** The PostgreSQL dialect of Kysely, with columns that behave as in SQLite. */
export class PortablePostgresDialect implements Dialect {
  readonly #connections: Connections

  constructor(connections: Connections) {
    this.#connections = connections
  }

  createDriver(): Driver {
    return new PostgresPoolDriver(this.#connections)
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PortableCompiler()
  }

  createAdapter(): PostgresAdapter {
    return new PostgresAdapter()
  }

  createIntrospector(database: Kysely<unknown>): PostgresIntrospector {
    return new CatalogueIntrospector(database)
  }
}

interface Column {
  readonly table: string
  readonly schema: string
  readonly kind: string
  readonly name: string
  readonly type: string
  readonly typeSchema: string
  readonly isRequired: boolean
  readonly hasDefault: boolean
}

/**
 * Reads the catalogue alone: Kysely's own query also looks each table up by its name, which fails where
 * another server drops one meanwhile. A table that is split counts as one.
 */
class CatalogueIntrospector extends PostgresIntrospector {
  readonly #database: Kysely<unknown>

  constructor(database: Kysely<unknown>) {
    super(database)
    this.#database = database
  }

  override async getTables(options?: DatabaseMetadataOptions): Promise<TableMetadata[]> {
    const { rows } =
      await sql<Column>`select relname as "table", nspname as schema, relkind as kind,
        attname as name, typname as type, typnamespace::regnamespace::text as "typeSchema",
        attnotnull as "isRequired", atthasdef as "hasDefault"
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        join pg_attribute on attrelid = pg_class.oid join pg_type on pg_type.oid = atttypid
      where relkind in ('r', 'v', 'p', 'f') and not relispartition and attnum > 0 and not attisdropped
        and nspname !~ '^pg_' and nspname <> 'information_schema'
        and has_schema_privilege(pg_namespace.oid, 'usage')
      order by nspname, relname, attnum`.execute(this.#database)
    const tables = Map.groupBy(rows, ({ schema, table }) => JSON.stringify([schema, table]))
    return [...tables.values()]
      .map(tableOf)
      .filter(({ name }) => options?.withInternalKyselyTables || !ownTables.has(name))
  }
}

const ownTables = new Set([DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE])

function tableOf(columns: readonly Column[]): TableMetadata {
  const [{ table = '', schema = '', kind = '' } = {}] = columns
  return {
    name: table,
    schema,
    isView: kind === 'v',
    isForeign: kind === 'f',
    columns: columns.map(({ name, type, typeSchema, isRequired, hasDefault }) => ({
      name,
      dataType: type,
      dataTypeSchema: typeSchema,
      isNullable: !isRequired,
      hasDefaultValue: hasDefault,
      // No table of Aman has such a column.
      isAutoIncrementing: false,
    })),
  }
}

class PortableCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    // 64 bits, because money is counted in fils.
    if (node.dataType === 'integer') this.append('bigint')
    else super.visitDataType(node)
    // Text compares and sorts independently of the database's locale.
    if (node.dataType === 'text') this.append(' collate "C"')
  }
}
