import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { queueMail } from '../../../server/mail/queue.ts'
import { rememberDevice } from '../../../server/sign-in/sessions/known-devices.ts'
import { bundled } from '../../support/commands/bundle.ts'
import { makeReport } from '../../support/mail/rspamd.ts'
import { createTestServer } from '../../support/server/server.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import {
  makeFlag,
  makeGatewayKey,
  makeSession,
  makeUser,
  reportScans,
} from '../../support/worlds/factories.ts'

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
  const acts = server.database.selectFrom('audit').selectAll().where('action', '=', 'user-export')
  expect(await acts.execute()).toMatchObject([
    { actor_id: null, actor_role: 'operator', target_id: user.id, detail: '' },
  ])
})
