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

/** Kysely on the SQLite that Node brings along. */
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

/** A migration that is killed half-way leaves nothing behind; Kysely leaves this off for SQLite. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Keeps migrations and queries portable: what only SQLite says is added here. */
class StrictCompiler extends SqliteQueryCompiler {
  protected override visitCreateTable(node: CreateTableNode): void {
    super.visitCreateTable(node)
    // Kysely's own tables have types that STRICT refuses.
    if (!node.table.table.identifier.name.startsWith('kysely_')) this.append(' strict')
  }

  protected override visitSelectModifier(node: SelectModifierNode): void {
    // Rows are not locked one by one: whoever has begun a transaction is the only one to write.
    if (node.modifier?.startsWith('For') !== true) super.visitSelectModifier(node)
  }

  protected override visitDataType(node: DataTypeNode): void {
    if (node.dataType === 'double precision') this.append('real')
    else super.visitDataType(node)
  }
}
