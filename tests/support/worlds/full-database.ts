import { sql } from 'kysely'
import { expect } from 'vitest'
import { generateReceiptEndpoint } from '../../../contract/receipts/generate-receipt.ts'
import { keptSecret } from '../../../server/database/kept-secret.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import { seedDemo } from '../../../server/demo/seed.ts'
import { beginCheck } from '../../../server/emails/checks/kept-checks.ts'
import { queueMail } from '../../../server/mail/queue.ts'
import { writeAliases } from '../../../server/organizations/aliases.ts'
import { answerResets } from '../../../server/sign-in/links/answer-resets.ts'
import { withLinks } from '../browser/links.ts'
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
  const rows = await rowsOfEveryTable(server.clock())
  for (const table of [
    'second_factors',
    'recovery_codes',
    'code_attempts',
    'factor_challenges',
    'replaced_emails',
    'organization_joins',
  ] as const) {
    await server.database
      .insertInto(table)
      .values({ ...rows[table], user_id: admin.id })
      .execute()
  }
  const { organizationId: organization_id } = admin
  const { identity_providers, identity_links, unlinked_identities, sign_on_attempts } = rows
  const { database } = server
  await database.insertInto('factor_policies').values(rows.factor_policies).execute()
  for (const table of ['organization_domains', 'scim_tokens', 'scim_settings'] as const) {
    await database
      .insertInto(table)
      .values({ ...rows[table], organization_id })
      .execute()
  }
  await database
    .insertInto('sent_invitations')
    .values({ ...rows.sent_invitations, organization_id, user_id: admin.id })
    .execute()
  await database
    .insertInto('scim_users')
    .values({ ...rows.scim_users, user_id: admin.id })
    .execute()
  await database
    .insertInto('identity_providers')
    .values({ ...identity_providers, organization_id, break_glass_user_id: admin.id })
    .execute()
  await database
    .insertInto('identity_links')
    .values({ ...identity_links, user_id: admin.id })
    .execute()
  await database
    .insertInto('unlinked_identities')
    .values({ ...unlinked_identities, organization_id })
    .execute()
  await database
    .insertInto('sign_on_attempts')
    .values({ ...sign_on_attempts, organization_id, user_id: admin.id })
    .execute()
  await database
    .insertInto('webhooks')
    .values({ ...rows.webhooks, organization_id })
    .execute()
  await database.insertInto('webhook_deliveries').values(rows.webhook_deliveries).execute()
  await database.insertInto('refused_requests').values(rows.refused_requests).execute()
  await database
    .insertInto('judge_counts')
    .values({ ...rows.judge_counts, organization_id })
    .execute()
  await database.insertInto('operator_keys').values(rows.operator_keys).execute()
  await database
    .insertInto('covered_organizations')
    .values({ ...rows.covered_organizations, organization_id })
    .execute()
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
  return token
}
