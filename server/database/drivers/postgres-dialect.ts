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
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
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
