import type { Kysely } from 'kysely'

/** Endpoints of the operator, and the messages to them. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('organization_id', 'text', (column) =>
      column.references('organizations.id').onDelete('cascade'),
    )
    .addColumn('pause', 'text', (column) => column.notNull())
    .addColumn('paused_at', 'text')
    .addColumn('sealed_secret', 'text', (column) => column.notNull())
    .addColumn('old_sealed_secret', 'text')
    .addColumn('old_secret_until', 'text')
    .addColumn('failing_since', 'text')
    .addColumn('last_delivered_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('webhooks_of_organization')
    .on('webhooks')
    .column('organization_id')
    .execute()
  await schema.createIndex('webhooks_by_pause').on('webhooks').column('pause').execute()
  await schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('webhook_id', 'text', (column) => column.notNull())
    .addColumn('message_id', 'text', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('failure', 'text', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('attempted_at', 'text')
    .addColumn('next_attempt_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  for (const [name, columns] of [
    ['webhook_deliveries_due', ['webhook_id', 'state', 'next_attempt_at']],
    ['webhook_deliveries_of_webhook', ['webhook_id', 'state', 'id']],
    ['webhook_deliveries_by_state', ['state', 'id']],
    ['webhook_deliveries_by_age', ['expires_at']],
    ['webhook_deliveries_of_user', ['user_id']],
  ] as const) {
    await schema
      .createIndex(name)
      .on('webhook_deliveries')
      .columns([...columns])
      .execute()
  }
}
