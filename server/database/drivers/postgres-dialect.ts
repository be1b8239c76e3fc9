import {
  type DatabaseMetadataOptions,
  type DataTypeNode,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type TableMetadata,
} from 'kysely'
import { PostgresPoolDriver } from './postgres-driver.ts'
import type { Connections } from './postgres-pool.ts'

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
    return new WholeTables(database)
  }
}

/** A table that is split counts as one. */
class WholeTables extends PostgresIntrospector {
  readonly #database: Kysely<unknown>

  constructor(database: Kysely<unknown>) {
    super(database)
    this.#database = database
  }

  override async getTables(options?: DatabaseMetadataOptions): Promise<TableMetadata[]> {
    const { rows } = await sql<{ name: string }>`select relname as name from pg_class
      where relispartition`.execute(this.#database)
    const parts = new Set(rows.map(({ name }) => name))
    const tables = await super.getTables(options)
    return tables.filter(({ name }) => !parts.has(name))
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
