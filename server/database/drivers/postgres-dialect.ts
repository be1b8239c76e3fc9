import {
  type DataTypeNode,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Pool } from 'pg'
import { PostgresPoolDriver } from './postgres-driver.ts'

/** The PostgreSQL dialect of Kysely, with columns that behave as in SQLite. */
export class PortablePostgresDialect implements Dialect {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  createDriver(): Driver {
    return new PostgresPoolDriver(this.#pool)
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
