import type { DatabaseSync } from 'node:sqlite'
import {
  type CreateTableNode,
  type DataTypeNode,
  type DialectAdapter,
  type QueryCompiler,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
} from 'kysely'
import { adaptDatabase } from './sqlite-database.ts'

/** The Kysely dialect for the SQLite that is built into Node. */
export class NodeSqliteDialect extends SqliteDialect {
  constructor(database: DatabaseSync) {
    super({ database: adaptDatabase(database) })
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter()
  }

  override createQueryCompiler(): QueryCompiler {
    return new StrictCompiler()
  }
}

/** Runs migrations in a transaction, which Kysely does not do by default on SQLite. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Adds the syntax that only SQLite has, so that migrations and queries are portable. */
class StrictCompiler extends SqliteQueryCompiler {
  protected override visitCreateTable(node: CreateTableNode): void {
    super.visitCreateTable(node)
    // Kysely's own tables have column types that STRICT rejects.
    if (!node.table.table.identifier.name.startsWith('kysely_')) this.append(' strict')
  }

  protected override visitSelectModifier(node: SelectModifierNode): void {
    // SQLite has no row locks: a write transaction locks the whole database.
    if (node.modifier?.startsWith('For') !== true) super.visitSelectModifier(node)
  }

  protected override visitDataType(node: DataTypeNode): void {
    if (node.dataType === 'double precision') this.append('real')
    else super.visitDataType(node)
  }
}
