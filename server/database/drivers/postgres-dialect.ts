import {
  type DataTypeNode,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
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
    return new PostgresIntrospector(database)
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
