import { type Kysely, sql } from 'kysely'
import { latinSkeleton } from '../../../contract/flags/look-alikes.ts'
import type { Tables } from '../tables/tables.ts'

/**
 * Adds keys of look-alike usernames, known browsers, restrictions and use of gateway keys, and an index
 * to delete failed sign-ins with unknown usernames.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await compareUsernames(database)
  await knowBrowsers(database)
  await watchGatewayKeys(database)
}

async function compareUsernames(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('users').addColumn('look_alike_key', 'text').execute()
  const tables = database.withTables<Pick<Tables, 'users'>>()
  const users = await tables
    .selectFrom('users')
    .select(['id', 'username'])
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
  const taken = new Set<string>()
  for (const { id, username } of users) {
    const look_alike_key = latinSkeleton(username)
    // The oldest of existing users with look-alike names gets the key; the others keep their names.
    if (taken.has(look_alike_key)) continue
    taken.add(look_alike_key)
    await tables.updateTable('users').set({ look_alike_key }).where('id', '=', id).execute()
  }
  await database.schema
    .createIndex('users_by_look_alike')
    .on('users')
    .column('look_alike_key')
    .unique()
    .execute()
}

async function knowBrowsers({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('known_devices')
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('known_devices_key', ['token_hash', 'user_id'])
    .execute()
  await schema
    .createIndex('known_devices_of_user')
    .on('known_devices')
    .columns(['user_id', 'last_used_at'])
    .execute()
  await schema
    .createIndex('known_devices_by_age')
    .on('known_devices')
    .column('last_used_at')
    .execute()
  await schema.alterTable('login_failures').addColumn('device_hash', 'text').execute()
  await schema
    .createIndex('login_failures_by_device')
    .on('login_failures')
    .columns(['device_hash', 'failed_at'])
    .where('device_hash', 'is not', null)
    .execute()
  await schema
    .createIndex('audit_of_strangers')
    .on('audit')
    .column('at')
    .where(sql<boolean>`action = 'failed-sign-in' and target_id is null`)
    .execute()
}

async function watchGatewayKeys({ schema }: Kysely<unknown>): Promise<void> {
  for (const column of ['last_used_at', 'expires_at'] as const) {
    await schema.alterTable('gateway_keys').addColumn(column, 'text').execute()
  }
  await schema
    .alterTable('gateway_keys')
    .addColumn('networks', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
