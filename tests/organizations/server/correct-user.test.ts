import { expect, test } from 'vitest'
import { lastSecretTo, mailsTo, takeLink, withLinks } from '../../support/browser/links.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeUser } from '../../support/worlds/factories.ts'
import { signInOrganizationAdmin } from '../../support/worlds/organization-admin.ts'
import { findUser } from '../../support/worlds/save-user.ts'

const typed = { email: 'rnia@cedar.example', full_name: 'Haddad Rania' }
const right = { email: 'rania@cedar.example', full_name: 'Rania Haddad', department: 'Accounts' }

async function inviteOne(server: TestServer) {
  const admin = await signInOrganizationAdmin(server)
  const [row] = await admin.invite(typed)
  return { ...admin, id: String(row?.id) }
}

test('a mistaken address is corrected: the first link ends, and the invitation goes to the right one', async () => {
  await using server = await createTestServer(withLinks)
  const { id, lead, correct } = await inviteOne(server)
  const first = await lastSecretTo(server, typed.email)
  const answer = await correct(id, right)
  expect(answer).toMatchObject({ status: 200, body: { success: true, is_invited: true } })
  expect(await findUser(server, right.email)).toMatchObject({ ...right, id, username: right.email })
  // The address may be a stranger's.
  expect(await mailsTo(server, typed.email)).toHaveLength(1)
  expect(await takeLink(server, first)).toBe('404 link_not_valid')
  expect(await takeLink(server, await lastSecretTo(server, right.email))).toBe('200')
  const acts = server.database.selectFrom('audit').select(['actor_id', 'detail'])
  const changes = acts.where('target_id', '=', id).where('action', '=', 'user-change')
  expect(await changes.orderBy('id').execute()).toMatchObject([
    { actor_id: lead.id, detail: 'username, email, full_name, department' },
  ])
})

test('another name or department sends no invitation, and a username of its own stays', async () => {
  await using server = await createTestServer(withLinks)
  const { organizationId, correct } = await signInOrganizationAdmin(server)
  const user = { organizationId, username: 'rania', email: typed.email }
  const { id } = await makeUser(server, user)
  const named = await correct(id, { ...right, email: typed.email })
  expect(named).toMatchObject({ status: 200, body: { is_invited: false } })
  // Without an open invitation none is sent, wherever the mail goes.
  const moved = await correct(id, right)
  expect(moved).toMatchObject({ status: 200, body: { is_invited: false } })
  expect(await findUser(server, 'rania')).toMatchObject({ id, ...right })
  expect(await server.database.selectFrom('mails').select('id').execute()).toEqual([])
})

test('a user who has a password or has signed in is not changed', async () => {
  await using server = await createTestServer(withLinks)
  const { organizationId, correct, id } = await inviteOne(server)
  const inUse = { status: 409, code: 'account_in_use' }
  await takeLink(server, await lastSecretTo(server, typed.email))
  expect(await correct(id, right)).toMatchObject(inUse)
  const last_login_at = server.clock().toISOString()
  const single = await makeUser(server, { organizationId, email: 's@cedar.example', last_login_at })
  expect(await correct(single.id, right)).toMatchObject(inUse)
  expect(
    await server.database
      .selectFrom('users')
      .select('id')
      .where('email', '=', right.email)
      .execute(),
  ).toEqual([])
})

test('an address of someone else, of another domain or without a recent confirmation is refused', async () => {
  await using server = await createTestServer(withLinks)
  const { id, correct } = await inviteOne(server)
  await makeUser(server, { email: 'taken@cedar.example' })
  const refused = async (change: object) => {
    const { status, code } = await correct(id, { ...right, ...change })
    return `${status} ${code}`
  }
  await makeUser(server, { username: 'boss@cedar.example' })
  expect(await refused({ email: 'taken@cedar.example' })).toBe('409 not_invitable')
  expect(await refused({ email: 'boss@cedar.example' })).toBe('409 not_invitable')
  expect(await refused({ email: 'rania@elsewhere.example' })).toBe('422 domain_not_approved')
  expect(await refused({ full_name: '' })).toBe('422 invalid_input')
  expect(await refused({ role: 'super_admin' })).toBe('422 invalid_input')
  server.clock.pass(11 * 60_000)
  expect(await refused({})).toBe('403 confirmation_required')
  expect((await correct(id, { ...right, email: typed.email })).status).toBe(200)
  expect(await findUser(server, typed.email)).toMatchObject({ id, full_name: right.full_name })
})
