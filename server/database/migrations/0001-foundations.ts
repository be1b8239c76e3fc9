import type { Kysely } from 'kysely'

/** Creates organizations, users, sessions, gateway keys, flags and scanned mail. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createAccounts(database)
  await createSignIn(database)
  await createMail(database)
}

async function createAccounts({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('organizations')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull().unique())
    .addColumn('industry', 'text', (column) => column.notNull())
    .addColumn('contact_email', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('website', 'text', (column) => column.notNull())
    .addColumn('employee_count', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('organization_id', 'text', (column) => column.references('organizations.id'))
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('username_key', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('full_name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('department', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('is_active', 'integer', (column) => column.notNull())
    .addColumn('consented_at', 'text')
    .addColumn('last_login_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('users_of_organization')
    .on('users')
    .columns(['organization_id', 'id'])
    .execute()
}

async function createSignIn({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('sessions_of_user').on('sessions').column('user_id').execute()
  await schema.createIndex('sessions_by_end').on('sessions').column('expires_at').execute()
  await schema
    .createTable('login_failures')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('username_key', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('failed_at', 'text', (column) => column.notNull())
    .execute()
  for (const column of ['username_key', 'address'] as const) {
    await schema
      .createIndex(`login_failures_by_${column}`)
      .on('login_failures')
      .columns([column, 'failed_at'])
      .execute()
  }
  await schema
    .createTable('gateway_keys')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('revoked_at', 'text')
    .execute()
}

async function createMail({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('flags')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('flag_type', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('blocked_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('flags_once_per_person', ['user_id', 'value'])
    .execute()
  await schema
    .createTable('scans')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('received_at', 'text', (column) => column.notNull())
    .addColumn('threat_level', 'text', (column) => column.notNull())
    .addColumn('sender_domain', 'text', (column) => column.notNull())
    .addColumn('email_subject', 'text', (column) => column.notNull())
    .addColumn('detection_reason', 'text', (column) => column.notNull())
    .addColumn('indicators', 'text', (column) => column.notNull())
    .addColumn('delete_after', 'text')
    .execute()
  // Serves the newest mail of one level, and all mail of a removed user.
  await schema
    .createIndex('scans_of_person')
    .on('scans')
    .columns(['user_id', 'threat_level', 'received_at'])
    .execute()
  await schema
    .createIndex('scans_to_delete')
    .on('scans')
    .column('delete_after')
    .where('delete_after', 'is not', null)
    .execute()
  await schema
    .createTable('scan_totals')
    .addColumn('user_id', 'text', (column) =>
      column.primaryKey().notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('safe', 'integer', (column) => column.notNull())
    .addColumn('suspicious', 'integer', (column) => column.notNull())
    .addColumn('malicious', 'integer', (column) => column.notNull())
    .addColumn('risk_sum', 'double precision', (column) => column.notNull())
    .execute()
  await schema
    .createTable('monthly_scans')
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id'),
    )
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('safe', 'integer', (column) => column.notNull())
    .addColumn('suspicious', 'integer', (column) => column.notNull())
    .addColumn('malicious', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('monthly_scans_key', ['organization_id', 'month'])
    .execute()
}
