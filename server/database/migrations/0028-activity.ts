import { type Kysely, sql } from 'kysely'

/**
 * The organizations of actor and target when an entry of the audit trail was recorded, and an index for
 * each filter, in the order of the trail. Earlier entries get an organization where it is certain: a
 * user's, if the trail names no move of the user to another one.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  for (const column of ['actor_organization_id', 'target_organization_id'] as const) {
    await schema.alterTable('audit').addColumn(column, 'text').execute()
  }
  const moved = sql`select target_id from audit
    where action = 'user-change' and detail like '%organization_id from %' and target_id is not null`
  for (const statement of [
    sql`update audit set target_organization_id = target_id where target_type = 'organization'`,
    sql`update audit set target_organization_id =
      (select organization_id from users where users.id = audit.target_id)
      where target_type = 'user' and target_id is not null and target_id not in (${moved})`,
    sql`update audit set target_organization_id =
      (select organization_id from gateway_keys where gateway_keys.id = audit.target_id)
      where target_type = 'gateway-key'`,
    sql`update audit set target_organization_id =
      (select organization_id from scim_tokens where scim_tokens.id = audit.target_id)
      where target_type = 'scim-token'`,
    sql`update audit set target_organization_id =
      (select organization_id from receipts where receipts.number = audit.target_id)
      where target_type = 'receipt'`,
    sql`update audit set actor_organization_id =
      (select organization_id from scim_tokens where scim_tokens.id = audit.actor_id)
      where actor_role = 'scim-token'`,
    sql`update audit set actor_organization_id =
      (select organization_id from users where users.id = audit.actor_id)
      where actor_role <> 'scim-token' and actor_id is not null and actor_id not in (${moved})`,
    sql`update audit set target_organization_id = actor_organization_id
      where target_type in ('flag', 'scan', 'check')`,
  ]) {
    await statement.execute(database)
  }
  for (const index of ['audit_by_target_id', 'audit_by_action']) {
    await schema.dropIndex(index).execute()
  }
  for (const [index, columns] of [
    ['audit_by_time', []],
    ['audit_by_action', ['action']],
    ['audit_of_actor', ['actor_id']],
    ['audit_of_target', ['target_id']],
    ['audit_of_actor_organization', ['actor_organization_id']],
    ['audit_of_target_organization', ['target_organization_id']],
  ] as const) {
    await schema
      .createIndex(index)
      .on('audit')
      .columns([...columns, 'at', 'id'])
      .execute()
  }
}
