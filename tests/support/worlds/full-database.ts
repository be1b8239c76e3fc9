import { sql } from 'kysely'
import { expect } from 'vitest'
import { generateReceiptEndpoint } from '../../../contract/receipts/generate-receipt.ts'
import { keptSecret } from '../../../server/database/kept-secret.ts'
import { tablesInOrder } from '../../../server/database/opening/copy-database.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import { seedDemo } from '../../../server/demo/seed.ts'
import { beginCheck } from '../../../server/emails/checks/kept-checks.ts'
import { queueMail } from '../../../server/mail/queue.ts'
import { writeAliases } from '../../../server/organizations/aliases.ts'
import { answerResets } from '../../../server/sign-in/links/answer-resets.ts'
import { withLinks } from '../browser/links.ts'
import { insertRow } from '../server/earlier-database.ts'
import { createTestServer } from '../server/server.ts'
import { rowsOfEveryTable } from './every-table.ts'
import { makeGatewayKey, makeScan, makeSession, makeUser } from './factories.ts'

async function tablesOf(database: Database): Promise<string[]> {
  const tables = await database.introspection.getTables()
  return tables.map(({ name }) => name).filter((name) => !/^kysely|_search/.test(name))
}

/** Every row of every table, sorted within each table. */
export async function contentOf(database: Database) {
  const content: Record<string, string[]> = {}
  for (const table of await tablesOf(database)) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      database,
    )
    content[table] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
  }
  return content
}

/** Creates a database with rows in every table. @returns the token of a signed-in user */
export async function fillDatabase(address: string): Promise<string> {
  await using server = await createTestServer({ address, ...withLinks })
  await seedDemo(server.services)
  const password = 'violet kettle drum'
  const admin = await makeUser(server, { role: 'super_admin', password })
  const token = await makeSession(server, admin)
  const key = await makeGatewayKey(server, admin.organizationId)
  await server.post('/api/scans', {
    token: key,
    body: makeScan({ recipient: admin.email }),
    headers: { 'Idempotency-Key': 'report-1' },
  })
  await server.post('/api/rspamd', {
    token: key,
    body: { action: 'no action', rcpt: [admin.email], message_id: 'id@sender.example' },
  })
  const flag = { flag_type: 'red', value: 'spam.example' }
  await server.post('/api/flags/add', { token, body: flag })
  await writeAliases(server.database, admin.id, ['office@firm.example'])
  for (const username of [admin.username, 'unknown']) {
    await server.post('/api/auth/login', { body: { username, password } })
  }
  const receipt = await server.post(`/api/admin/generate-receipt/${admin.organizationId}/2025/1`, {
    token,
    body: {},
  })
  expect(receipt.output(generateReceiptEndpoint).success).toBe(true)
  await server.post('/api/auth/login/forgotten-password', { body: { login: admin.email } })
  await answerResets(server.services)
  await beginCheck(server.services, {
    id: admin.id,
    organization_id: admin.organizationId,
  })
  await keptSecret(server.services, 'receipts')
  await queueMail(server.database, server.services, {
    to: 'support@firm.example',
    subject: 'A question',
    text: 'Words, umlauts (ü), Arabic (أمان), and a line\nbreak',
  })
  const rows = await rowsOfEveryTable(server.clock())
  const own: Readonly<Record<string, string>> = {
    organization_id: admin.organizationId,
    user_id: admin.id,
    break_glass_user_id: admin.id,
  }
  for (const table of tablesInOrder) {
    const { rows: found } = await sql`select 1 from ${sql.table(table)}`.execute(server.database)
    if (found.length > 0) continue
    const row = Object.entries(rows[table]).map(([name, value]) => [name, own[name] ?? value])
    await insertRow(server.database, { table, row: Object.fromEntries(row) })
  }
  return token
}
