import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { exportUser as exportUserExportWhole } from '../../../server/account/export-user.ts'
import { tablesInOrder } from '../../../server/database/opening/copy-database.ts'
import { queueMail } from '../../../server/mail/queue.ts'
import { insertFactor } from '../../../server/sign-in/factors/factors.ts'
import { rememberDevice } from '../../../server/sign-in/sessions/known-devices.ts'
import { bundled } from '../../support/commands/bundle.ts'
import { makeReport } from '../../support/mail/rspamd.ts'
import { insertRow } from '../../support/server/earlier-database.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { rowsOfEveryTable } from '../../support/worlds/every-table.ts'
import {
  makeAlias,
  makeOrganization,
  makeSession,
  makeUser,
  signInAdmin,
} from '../../support/worlds/factories.ts'
import { makeFlag, makeGatewayKey, reportScans } from '../../support/worlds/mail-factories.ts'

const run = promisify(execFile)

/** As a link is that was just created. */
function dated(now: Date) {
  return { created_at: now.toISOString(), expires_at: now.toISOString() }
}

async function exportUser(url: string, ...options: string[]) {
  return run(process.execPath, [await bundled('server/cli/export-user.ts'), ...options], {
    env: { ...process.env, DATABASE_URL: url },
  })
}

test('an operator gets all stored data of a user, and no secrets', async () => {
  await using database = await createTestDatabase()
  const { address, url } = database
  await using server = await createTestServer({ address })
  const user = await makeUser(server, { username: 'Rania', password: 'violet kettle drum' })
  const colleague = await makeUser(server, { organizationId: user.organizationId })
  const token = await makeSession(server, user)
  await makeFlag(server, user, { flag_type: 'green', value: 'partner.example' })
  await makeFlag(server, colleague, { flag_type: 'green', value: 'secret-of-another.example' })
  await reportScans(server, user, [{ threat_level: 'suspicious', indicators: ['Odd link'] }])
  for (const username of ['rania', colleague.username]) {
    await server.post('/api/auth/login', { body: { username, password: 'wrong' } })
  }
  await makeSession(server, colleague)
  await reportScans(server, colleague, [{ threat_level: 'malicious' }])
  const now = server.clock()
  const device = { token: undefined }
  const text = 'Something about you'
  for (const { id, email } of [user, colleague]) {
    await rememberDevice(server.database, device, id, now)
    const link = {
      user_id: id,
      purpose: 'invitation',
      bound_to: 'hash',
      invited_by: null,
      ...dated(now),
    } as const
    await server.database
      .insertInto('account_links')
      .values({ ...link, secret_hash: `hash-${id}` })
      .execute()
    await queueMail(server.database, server.services, { to: email, subject: 'News', text })
  }
  const link = { to: user.email, subject: 'Link', text: 'https://firm.example/#secret-of-link' }
  await queueMail(server.database, server.services, { ...link, holdsSecret: true })
  const question = { to: 'support@firm.example', replyTo: user.email, subject: 'Help', text: 'Now' }
  await queueMail(server.database, server.services, question)
  const flag = { flag_type: 'red', value: 'spam.example' }
  await server.post('/api/flags/add', { token, body: flag })

  const gateway = await makeGatewayKey(server, user.organizationId)
  const report = makeReport({ rcpt: [user.email, colleague.email], action: 'add header' })
  await server.post('/api/rspamd', { token: gateway, body: report })

  // The command has a clock of its own.
  const delete_after = '2999-01-01T00:00:00.000Z'
  await server.database.updateTable('scans').set({ delete_after }).execute()
  const { stdout } = await exportUser(url, ' rANIA ')
  expect(JSON.parse(stdout)).toMatchObject({
    user: { id: user.id, username: 'Rania', email: user.email, is_active: true },
    mail: {
      counts: { safe: 0, suspicious: 2, malicious: 0 },
      risk_score: expect.any(Number),
      scans: [{ threat_level: 'suspicious', indicators: ['Odd link'] }, { indicators: [] }],
      reported_by_rspamd: [{ level: 'suspicious' }],
    },
    flags: [{ value: 'partner.example' }, { value: 'spam.example' }],
    sessions: [{ created_at: server.clock().toISOString() }],
    links_to_set_a_password: [{ purpose: 'invitation' }],
    known_browsers: [{ created_at: server.clock().toISOString() }],
    failed_sign_ins: [{ address: '' }],
    mails_sent_to_them: [
      { subject: 'News', body: text },
      { subject: 'Link', body: '' },
    ],
    support_requests: [{ subject: 'Help', body: 'Now', sent_at: null }],
    audit: [{ action: 'failed-sign-in' }, { action: 'flag-add' }],
  })
  expect(stdout).not.toMatch(/argon2|token|hash|secret-of/)
  expect(stdout).not.toContain(colleague.id)
  expect(await server.acts('user-export')).toMatchObject([
    { actor_id: null, actor_role: 'operator', target_id: user.id, detail: '' },
  ])
})

async function setScene(server: TestServer) {
  const { token } = await signInAdmin(server)
  const organizationId = await makeOrganization(server, { name: 'Cedar, Clinic' })
  const rania = await makeUser(server, {
    ...{ organizationId, username: 'rania', email: 'rania@cedar.example' },
    ...{ full_name: 'رانيا خوري', department: '=HYPERLINK("x")', phone: '+962 6' },
  })
  await makeAlias(server, rania, 'accounts@cedar.example')
  const omar = { username: 'omar', email: 'omar@cedar.example', full_name: 'Omar' }
  await makeUser(server, { ...omar, organizationId, is_active: 0 })
  const send = (filter: object) => server.post('/api/admin/users/export', { token, body: filter })
  return { token, organizationId, send }
}

test('the users that a filter finds are a CSV file without formulas', async ({ server }) => {
  const { organizationId, send } = await setScene(server)
  const answer = await send({ organization_id: organizationId, q: 'cedar' })
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const head = 'username,email,full_name,role,organization,department,phone,status,aliases'
  const first = `rania,rania@cedar.example,رانيا خوري,employee,"Cedar, Clinic","'=HYPERLINK(""x"")",'+962 6,active,accounts@cedar.example`
  const second = 'omar,omar@cedar.example,Omar,employee,"Cedar, Clinic",,,inactive,'
  // The text of a response has no byte order mark.
  expect(answer.text).toBe(`${[head, first, second].join('\r\n')}\r\n`)
  const searched = await send({ organization_id: organizationId, q: 'omar' })
  expect(searched.text).toBe(`${[head, second].join('\r\n')}\r\n`)
  const inactive = await send({ status: 'inactive' })
  expect(inactive.text).toBe(`${[head, second].join('\r\n')}\r\n`)
  expect((await server.acts()).map(({ action }) => action)).toEqual(Array(3).fill('users-export'))
})

test('the file holds those who were invited and have not come, or who lack a second factor', async () => {
  await using server = await createTestServer()
  const { organizationId, send } = await setScene(server)
  const invited = { organizationId, invitation_expires_at: '2099-01-01T00:00:00.000Z' }
  await makeUser(server, { ...invited, username: 'sami' })
  await makeUser(server, { ...invited, username: 'nour', is_active: 0 })
  const come = { ...invited, password: 'a good passphrase' }
  await makeUser(server, { ...come, username: 'huda' })
  await makeUser(server, { ...come, username: 'zaid', is_active: 0 })
  const lina = await makeUser(server, { ...come, username: 'lina' })
  await insertFactor(server, { user_id: lina.id, kind: 'passkey', name: 'Phone' })
  const usernames = async (need: string) => {
    const { text } = await send({ organization_id: organizationId, need })
    const [, ...lines] = text.trimEnd().split('\r\n')
    return lines.map((line) => line.split(',')[0])
  }
  expect(await usernames('invitation')).toEqual(['sami'])
  expect(await usernames('factor')).toEqual(['huda'])
})

test('the file begins with a byte order mark, so that Excel reads Arabic', async ({ server }) => {
  const { token } = await setScene(server)
  const answer = await server.app.request('/api/admin/users/export', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{}',
  })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
})

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
  const written = JSON.stringify(await exportUserExportWhole(server, 'rania'))
  for (const [table, texts] of inserted) {
    const isAbout = texts.some(([column, value]) => /(^|_)id$/.test(column) && value === users.id)
    if (!isAbout || leftOut.includes(table)) continue
    for (const [column, value] of texts) {
      if (!written.includes(JSON.stringify(value).slice(1, -1))) missing.add(`${table}.${column}`)
    }
  }
  expect([...missing].toSorted()).toEqual(leftOut.filter((name) => name.includes('.')))
})
