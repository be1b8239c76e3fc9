import { expect, test } from 'vitest'
import { exportUser } from '../../../server/account/export-user.ts'
import { tablesInOrder } from '../../../server/database/opening/copy-database.ts'
import { insertRow } from '../../support/server/earlier-database.ts'
import { createTestServer } from '../../support/server/server.ts'
import { rowsOfEveryTable } from '../../support/worlds/every-table.ts'

/** Columns that would let a reader act as the user, say nothing to them, or end within minutes. */
const leftOut = [
  'account_links.bound_to',
  'account_links.secret_hash',
  'code_attempts.id',
  'factor_challenges',
  'flags.search_text',
  'identity_providers',
  'known_devices.token_hash',
  'mail_lessons.sealed',
  'mailboxes.folder_seen',
  'mailboxes.id',
  'mailboxes.junk_seen',
  'mailboxes.last_uid',
  'mailboxes.sealed_password',
  'mailboxes.uid_validity',
  'mailboxes.watcher',
  'marks.sealed',
  'organization_totals',
  'recovery_codes',
  'replaced_emails.id',
  'reported_mails.id',
  // Read as sentences.
  'scans.indicators',
  'scans.search_text',
  'second_factors.credential_id',
  'second_factors.id',
  'second_factors.public_key',
  'second_factors.transports',
  'sent_invitations.id',
  'sessions.device_hash',
  'sessions.id',
  'sessions.token_hash',
  'sign_on_attempts',
  'users.name_key',
  'users.password_hash',
  'users.search_text',
  'webhook_deliveries.failure',
  'webhook_deliveries.id',
  'webhook_deliveries.message_id',
  'webhook_deliveries.webhook_id',
]

test('the data of a user holds a row of every table that is about the user, but for what is named here', async () => {
  await using server = await createTestServer()
  const now = server.clock()
  const at = now.toISOString()
  const missing = new Set<string>()
  const inserted: [string, [string, string][]][] = []
  for (const [index, table] of tablesInOrder.entries()) {
    // Each table has a time of its own, so that a value is not found in another one's row.
    const own = new Date(now.getTime() - (index + 1) * 1000).toISOString()
    const row = Object.entries((await rowsOfEveryTable(now))[table]).map(
      ([column, value]) => [column, value === at ? own : value] as const,
    )
    await insertRow(server.database, { table, row: Object.fromEntries(row) })
    const texts = row.flatMap(([column, value]): [string, string][] =>
      typeof value === 'string' && value !== '' ? [[column, value]] : [],
    )
    inserted.push([table, texts])
  }
  const { users } = await rowsOfEveryTable(now)
  const written = JSON.stringify(await exportUser(server, 'rania'))
  for (const [table, texts] of inserted) {
    const isAbout = texts.some(([column, value]) => /(^|_)id$/.test(column) && value === users.id)
    if (!isAbout || leftOut.includes(table)) continue
    for (const [column, value] of texts) {
      if (!written.includes(JSON.stringify(value).slice(1, -1))) missing.add(`${table}.${column}`)
    }
  }
  expect([...missing].toSorted()).toEqual(leftOut.filter((name) => name.includes('.')))
})
