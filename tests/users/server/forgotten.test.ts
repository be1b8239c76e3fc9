import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditActions } from '../../../contract/audit/audit-action.ts'
import { newId } from '../../../server/database/id.ts'
import { tablesInOrder } from '../../../server/database/opening/copy-database.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import { insertRow } from '../../support/server/earlier-database.ts'
import { createTestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { rowsOfEveryTable } from '../../support/worlds/every-table.ts'

/** The columns, as `table.column`, that hold one of these texts. */
async function columnsWith(database: Database, texts: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const { name } of await database.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      database,
    )
    for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
      const content = String(value).toLowerCase()
      if (texts.some((text) => content.includes(text))) found.add(`${name}.${column}`)
    }
  }
  return [...found].toSorted()
}

test('of a removed user nothing stays in any table but ids in the audit trail, and mail that is being sent', async () => {
  await using server = await createTestServer()
  const { database } = server
  const { admin, token } = await signInAdmin(server)
  const rows = await rowsOfEveryTable(server.clock())
  for (const table of tablesInOrder) await insertRow(database, { table, row: rows[table] })
  const { id, username_key } = rows.users
  const row = { ...rows.login_failures, id: newId(), username_key, address: '203.0.113.9' }
  await insertRow(database, { table: 'login_failures', row })
  const acts = [
    { actor_id: id, target_id: null },
    { actor_id: null, actor_role: 'nobody', target_id: id },
    { actor_id: admin.id, target_id: id, address: '198.51.100.7' },
  ]
  for (const action of auditActions) {
    for (const act of acts) {
      const entry = { ...rows.audit, address: '203.0.113.9', ...act, id: newId(), action }
      await insertRow(database, { table: 'audit', row: entry })
    }
  }
  const theirs = [id, 'rania', 'haddad', '555 0101', '203.0.113.9', 'accounts@olive.example']
  await server.delete(`/api/admin/users/${id}`, { token })
  expect(await columnsWith(database, theirs)).toEqual([
    'audit.actor_id',
    'audit.target_id',
    // The notice of the removal, and earlier mail for a day.
    'mails.body',
    'mails.recipient',
    // That the user was removed, by the id.
    'webhook_deliveries.body',
  ])
  const others = database.selectFrom('audit').selectAll().where('address', '=', '198.51.100.7')
  expect(await others.execute()).toHaveLength(auditActions.length)
})
