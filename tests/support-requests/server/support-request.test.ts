import { expect } from 'vitest'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { changeUser, makeOrganization, signInUser } from '../../support/worlds/factories.ts'

const path = '/api/team/support-request'

const request = {
  request_type: 'high_risk_user',
  priority: 'urgent',
  subject: 'A user clicks on everything',
  description: 'Please call us.\nToday.',
  team_member_affected: 'Omar Khoury',
}

async function lead(server: TestServer, role: 'employee' | 'team_lead' | 'super_admin') {
  const organizationId = await makeOrganization(server, { name: 'Olive Branch' })
  const full_name = 'Rami Darwish'
  return signInUser(server, {
    role,
    organizationId,
    full_name,
    email: 'rami@firm.example',
  })
}

test.each(['team_lead', 'super_admin'] as const)(
  'a request of a %s becomes a mail to support with all fields and the sender',
  { tags: ['R195', 'R357'] },
  async (role) => {
    await using server = await createTestServer()
    const { token } = await lead(server, role)
    const answer = await server.post(path, { token, body: request })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ success: true })
    const mails = await server.database.selectFrom('mails').selectAll().execute()
    expect(mails).toMatchObject([
      {
        recipient: 'support@aman.example',
        reply_to: 'rami@firm.example',
        subject: '[urgent] A user clicks on everything',
        sent_at: null,
      },
    ])
    expect(mails[0]?.body).toBe(`Type:         high_risk_user
Priority:     urgent
About:        Omar Khoury
From:         Rami Darwish <rami@firm.example>
Role:         ${role}
Organization: Olive Branch

Please call us.
Today.
`)
  },
)

test('a name of several lines adds no lines to the mail', async ({ server }) => {
  const { token, user } = await lead(server, 'team_lead')
  const forged = { ...request, team_member_affected: 'Omar\nPriority:     low' }
  const answer = await server.post(path, { token, body: forged })
  expect(answer.detail).toBe('team_member_affected: must be one line without control characters')
  // Stored before such names were rejected.
  const full_name = 'Rami\r\nPriority:     low'
  await changeUser(server, user.id, { full_name })
  expect((await server.post(path, { token, body: request })).status).toBe(200)
  const { body } = await server.database
    .selectFrom('mails')
    .select('body')
    .executeTakeFirstOrThrow()
  expect(body.match(/^Priority/gm)).toHaveLength(1)
  expect(body).toContain('From:         Rami Priority:     low <rami@firm.example>')
})

test('the affected member is optional, and so is the organization of an admin', {
  tags: ['R357'],
}, async ({ server }) => {
  const { token, user } = await lead(server, 'super_admin')
  await changeUser(server, user.id, { organization_id: null })
  const { team_member_affected: _, ...rest } = request
  expect((await server.post(path, { token, body: rest })).status).toBe(200)
  const { body } = await server.database
    .selectFrom('mails')
    .select('body')
    .executeTakeFirstOrThrow()
  expect(body).toContain('About:        no one in particular\n')
  expect(body).toContain('Organization: none\n')
})

test.each([
  [{ priority: 'critical' }, /^priority: must be one of low, medium, high, urgent$/],
  [{ subject: 'x'.repeat(201) }, /^subject: must not be longer than 200$/],
  [{ to: 'a@b.example' }, /^to: is not a known field$/],
])(
  'a request with %j is rejected with a message, and no mail is queued',
  { tags: ['R190', 'R191', 'R357'] },
  async (change, words) => {
    await using server = await createTestServer()
    const { token } = await lead(server, 'team_lead')
    const answer = await server.post(path, { token, body: { ...request, ...change } })
    expect(answer.status).toBe(422)
    expect(answer.detail).toMatch(words)
    expect(await server.database.selectFrom('mails').selectAll().execute()).toEqual([])
  },
)

test('an employee asks their team lead instead', { tags: ['R357'] }, async ({ server }) => {
  const { token } = await lead(server, 'employee')
  expect((await server.post(path, { token, body: request })).status).toBe(403)
})

test('a user who sends too many requests has to wait for a given time, and others do not', {
  tags: ['R357'],
}, async ({ server }) => {
  const { token } = await lead(server, 'team_lead')
  for (let sent = 0; sent < 10; sent += 1) {
    expect((await server.post(path, { token, body: request })).status).toBe(200)
    server.clock.pass(60_000)
  }
  const refused = await server.post(path, { token, body: request })
  expect(refused.status).toBe(429)
  expect(refused.detail).toBe('You have sent many requests within the last hour. Try again later.')
  // The first of the ten was sent ten minutes ago.
  expect(refused.headers.get('retry-after')).toBe(String(50 * 60))
  expect(await server.database.selectFrom('mails').select('id').execute()).toHaveLength(10)
  const { token: other } = await signInUser(server, { role: 'team_lead' })
  expect((await server.post(path, { token: other, body: request })).status).toBe(200)
  server.clock.pass(50 * 60_000)
  expect((await server.post(path, { token, body: request })).status).toBe(200)
})
