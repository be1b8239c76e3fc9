import type { Kysely } from 'kysely'

/** Second factors of users, their recovery codes, and what a sign-in in two steps keeps meanwhile. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('second_factors')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text')
    .addColumn('sealed_secret', 'text')
    .addColumn('last_step', 'integer')
    .addColumn('credential_id', 'text', (column) => column.unique())
    .addColumn('public_key', 'text')
    .addColumn('signature_count', 'text')
    .addColumn('transports', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await schema
    .createIndex('second_factors_of_user')
    .on('second_factors')
    .column('user_id')
    .execute()
  await schema
    .createTable('recovery_codes')
    .addColumn('code_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .execute()
  await schema
    .createIndex('recovery_codes_of_user')
    .on('recovery_codes')
    .column('user_id')
    .execute()
  await schema
    .createTable('code_attempts')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('device_hash', 'text')
    .addColumn('failed_at', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('code_attempts_of_user')
    .on('code_attempts')
    .columns(['user_id', 'failed_at'])
    .execute()
  await schema.createIndex('code_attempts_by_age').on('code_attempts').column('failed_at').execute()
  await schema
    .createTable('factor_challenges')
    .addColumn('id_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('bound_to', 'text', (column) => column.notNull())
    .addColumn('password_proof', 'text')
    .addColumn('network', 'text')
    .addColumn('webauthn_challenge', 'text')
    .addColumn('sealed_secret', 'text')
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  for (const column of ['user_id', 'network', 'expires_at']) {
    await schema
      .createIndex(`factor_challenges_by_${column}`)
      .on('factor_challenges')
      .column(column)
      .execute()
  }
}
