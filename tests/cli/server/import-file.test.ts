import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { generateReceiptEndpoint } from '../../../contract/receipts/generate-receipt.ts'
import { isPostgresUrl } from '../../../server/core/database-address.ts'
import { keptSecret } from '../../../server/database/kept-secret.ts'
import { migrate, pendingMigrations } from '../../../server/database/opening/migrate.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import { seedDemo } from '../../../server/demo/seed.ts'
import { beginCheck } from '../../../server/emails/checks/kept-checks.ts'
import { queueMail } from '../../../server/mail/queue.ts'
import { writeAliases } from '../../../server/organizations/aliases.ts'
import { answerResets } from '../../../server/sign-in/links/answer-resets.ts'
import { withLinks } from '../../support/browser/links.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { connectTo } from '../../support/server/earlier-database.ts'
import { createTestServer } from '../../support/server/server.ts'
import { createEmptyDatabase, createTestDatabase } from '../../support/server/test-database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { rowsOfEveryTable } from '../../support/worlds/every-table.ts'
import { makeGatewayKey, makeScan, makeSession, makeUser } from '../../support/worlds/factories.ts'

const run = prepareCommand('import-file')

function importFile(url: string, ...options: string[]) {
  return run({ environment: { DATABASE_URL: url } }, ...options)
}

async function tablesOf(database: Database): Promise<string[]> {
  const tables = await database.introspection.getTables()
  return tables.map(({ name }) => name).filter((name) => !/^kysely|_search/.test(name))
}

/** Every row of every table, sorted within each table. */
async function contentOf(database: Database) {
  const content: Record<string, string[]> = {}
  for (const table of await tablesOf(database)) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      database,
    )
    content[table] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
  }
  return content
}

/** Creates a file with rows in every table. @returns the token of a signed-in user */
async function fill(path: string): Promise<string> {
  await using server = await createTestServer({ address: path, ...withLinks })
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

test('all rows of a file are in the empty database afterwards, and users stay signed in', {
  tags: ['A1742'],
  timeout: 60_000,
}, async () => {
  await using folder = await temporaryFolder()
  await using target = await createTestDatabase()
  const path = join(folder.path, 'aman.db')
  const token = await fill(path)
  const { stdout } = await importFile(target.url, path)
  expect(stdout.trimEnd().split('\n').at(-1)).toContain(` now has all of ${path}`)

  const source = await openDatabase(path)
  const expected = await contentOf(source)
  await source.destroy()
  for (const [table, rows] of Object.entries(expected)) {
    expect(rows.length, table).toBeGreaterThan(0)
    expect(stdout).toContain(`${table}: ${rows.length}\n`)
  }
  await using server = await createTestServer({ address: target.address })
  expect(await contentOf(server.database)).toEqual(expected)
  if (isPostgresUrl(target.address)) {
    // PostgreSQL's planner knows the new rows.
    const { rows } = await sql`select 1 from pg_stats where tablename = 'users'`.execute(
      server.database,
    )
    expect(rows).not.toEqual([])
    // Safe mail lies by the day of its end, of which nothing is deleted by rows.
    const rest = await sql`select id from scans_safe_rest`.execute(server.database)
    expect(rest.rows).toEqual([])
  }
  expect((await server.get('/api/auth/me', { token })).status).toBe(200)
})

test('nothing is copied into a database that is not empty', async () => {
  await using folder = await temporaryFolder()
  await using target = await createTestDatabase()
  const path = join(folder.path, 'aman.db')
  await fill(path)
  await using server = await createTestServer({ address: target.address })
  await makeUser(server)
  const before = await contentOf(server.database)
  await expect(importFile(target.url, path)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      '\nNothing was copied: the database is not empty, organizations has rows\n',
    ),
  })
  expect(await contentOf(server.database)).toEqual(before)
}, 60_000)

test.each(['file', 'database'] as const)(
  'a %s of an earlier version is not migrated, and nothing is copied',
  async (earlier) => {
    await using folder = await temporaryFolder()
    await using target = await createEmptyDatabase()
    const path = join(folder.path, 'aman.db')
    if (earlier === 'database') await (await openDatabase(path)).destroy()
    const opened = connectTo(earlier === 'file' ? path : target.address)
    try {
      await migrate(opened, '0010-reported-mails')
      const pending = await pendingMigrations(opened)
      await expect(importFile(target.url, path)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('belongs to an older version of Aman'),
      })
      expect(await pendingMigrations(opened)).toEqual(pending)
    } finally {
      await opened.destroy()
    }
  },
  60_000,
)

test('a missing file is not created, and wrong arguments are reported', async () => {
  await using folder = await temporaryFolder()
  await using target = await createTestDatabase()
  const path = join(folder.path, 'none.db')
  for (const [options, words] of [
    [[path], `There is no file ${path}`],
    [[], 'Name one file'],
    [[path, path], 'Name one file'],
    [['--force'], "Unknown option '--force'"],
  ] as const) {
    await expect(importFile(target.url, ...options)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(words),
    })
  }
  await expect(stat(path)).rejects.toThrow('ENOENT')
}, 60_000)
