import { expect } from 'vitest'
import { importUsersEndpoint } from '../../../contract/users/import-users.ts'
import { withLinks } from '../../support/browser/links.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  findUser,
  makeAlias,
  makeOrganization,
  makeUser,
  signInAdmin,
  signInUser,
} from '../../support/worlds/factories.ts'

const path = '/api/admin/users/import'

async function setScene(server: TestServer) {
  const { token } = await signInAdmin(server)
  const organization_id = await makeOrganization(server, { name: 'Cedar Clinic' })
  const send = (rows: readonly object[], more: object = {}) => {
    const numbered = rows.map((row, index) => ({ line: index + 2, ...row }))
    const body = { dry_run: false, organization_id, rows: numbered, ...more }
    return server.post(path, { token, body })
  }
  const run = async (rows: readonly object[], more: object = {}) => {
    const answer = await send(rows, more)
    expect(answer.status, answer.text).toBe(200)
    return answer.output(importUsersEndpoint).rows
  }
  return { token, organization_id, send, run }
}

/** Its lines, outcomes and codes. */
function seen(rows: Awaited<ReturnType<Awaited<ReturnType<typeof setScene>>['run']>>) {
  return rows.map(({ line, outcome, problem }) => [
    line,
    outcome,
    problem?.code ?? '',
    ...(problem?.fields ?? []).map(({ field, code }) => `${field} ${code}`),
  ])
}

const rania = { username: 'rania', email: 'rania@cedar.example', full_name: 'Rania Khoury' }
const omar = { username: 'omar', email: 'omar@cedar.example', full_name: 'عمر حداد' }

function allUsers({ database }: TestServer) {
  return database.selectFrom('users').selectAll().orderBy('id').execute()
}

test('a dry run judges new, unchanged, changed, conflicting and invalid rows, and writes nothing', async () => {
  await using server = await createTestServer()
  const { organization_id: organizationId, run } = await setScene(server)
  await makeUser(server, { ...rania, organizationId })
  await makeUser(server, { ...omar, organizationId })
  const before = await allUsers(server)
  const rows = await run(
    [
      { username: 'lina', email: 'Lina@Cedar.example', full_name: ' Lina  Haddad ' },
      rania,
      { ...omar, full_name: 'Omar Haddad', department: 'IT' },
      { username: 'rania', email: 'other@cedar.example', full_name: 'Another Rania' },
      { username: 'sami', email: 'not an address', full_name: '' },
    ],
    { dry_run: true },
  )
  expect(seen(rows)).toEqual([
    [2, 'new', ''],
    [3, 'unchanged', ''],
    [4, 'changed', ''],
    [5, 'conflict', 'repeated_row'],
    [6, 'invalid', 'invalid_input', 'email not_an_email', 'full_name empty'],
  ])
  expect(rows[2]?.changed).toEqual(['full_name', 'department'])
  expect(rows[4]?.problem?.detail).toBe('email: is not an email address')
  expect(await allUsers(server)).toEqual(before)
})

test('rows are written without passwords and with an entry in the audit trail, and repeating them changes nothing', async () => {
  await using server = await createTestServer()
  const { organization_id, run, token } = await setScene(server)
  const kept = { phone: '0100', department: 'Accounts', role: 'team_lead' } as const
  await makeUser(server, { ...omar, organizationId: organization_id, ...kept })
  const aliases = ['accounts@cedar.example']
  const rows = [
    { ...rania, role: 'team_lead', department: 'IT', phone: '0200', is_active: false, aliases },
    { ...omar, full_name: 'Omar Haddad' },
  ]
  const first = await run(rows)
  expect(seen(first)).toEqual([
    [2, 'new', ''],
    [3, 'changed', ''],
  ])
  const created = await findUser(server, { username: 'rania' })
  expect(created).toMatchObject({
    id: first[0]?.id,
    ...{ ...rania, role: 'team_lead', department: 'IT', phone: '0200', is_active: 0 },
    ...{ organization_id, password_hash: null, consented_at: null },
  })
  const found = await server.get('/api/admin/users?q=accounts@cedar', { token })
  expect(found.body).toMatchObject([{ username: 'rania', aliases }])
  // Fields that a row omits stay.
  expect(await findUser(server, { username: 'omar' })).toMatchObject({
    full_name: 'Omar Haddad',
    ...kept,
  })
  const before = await allUsers(server)
  expect(seen(await run(rows))).toEqual([
    [2, 'unchanged', ''],
    [3, 'unchanged', ''],
  ])
  expect(await allUsers(server)).toEqual(before)
  expect(await server.acts()).toMatchObject([
    { action: 'user-create', target_id: created.id, detail: 'team_lead' },
    { action: 'user-change', target_id: first[1]?.id, detail: 'full_name' },
  ])
})

test('a row names its organization, or has that of the import', async ({ server }) => {
  const { organization_id, run } = await setScene(server)
  const olive = await makeOrganization(server, { name: 'Olive Branch' })
  const rows = [
    { ...rania, organization: ' olive BRANCH ' },
    omar,
    { username: 'lina', email: 'lina@cedar.example', full_name: 'Lina', organization: 'Unknown' },
  ]
  expect(seen(await run(rows))).toEqual([
    [2, 'new', ''],
    [3, 'new', ''],
    [4, 'invalid', 'invalid_input', 'organization unknown_organization'],
  ])
  expect((await findUser(server, { username: 'rania' })).organization_id).toBe(olive)
  expect((await findUser(server, { username: 'omar' })).organization_id).toBe(organization_id)
  const sami = { username: 'sami', email: 'sami@cedar.example', full_name: 'Sami' }
  expect(seen(await run([sami], { organization_id: undefined }))).toEqual([
    [2, 'invalid', 'invalid_input', 'organization missing'],
  ])
  expect(seen(await run([sami], { organization_id: 'unknown' }))).toEqual([
    [2, 'invalid', 'invalid_input', 'organization unknown_organization'],
  ])
})

test('without a username the email finds the user, and becomes the username of a new one', async () => {
  await using server = await createTestServer()
  const { organization_id: organizationId, run } = await setScene(server)
  await makeUser(server, { ...rania, organizationId })
  const rows = [
    { email: rania.email, full_name: 'Rania K.' },
    { email: 'lina@cedar.example', full_name: 'Lina' },
  ]
  expect(seen(await run(rows))).toEqual([
    [2, 'changed', ''],
    [3, 'new', ''],
  ])
  expect(await findUser(server, { username: 'rania' })).toMatchObject({ full_name: 'Rania K.' })
  expect(await findUser(server, { username: 'lina@cedar.example' })).toMatchObject({
    full_name: 'Lina',
  })
})

test('no row takes over, moves or raises a user', async ({ server }) => {
  const { organization_id: organizationId, run } = await setScene(server)
  const chief = { username: 'chief', email: 'chief@cedar.example', full_name: 'Chief' }
  await makeUser(server, { ...chief, organizationId, role: 'super_admin' })
  await makeUser(server, { ...rania })
  await makeUser(server, { username: 'pop' })
  const owner = await makeUser(server, { ...omar, organizationId })
  await makeAlias(server, owner, 'info@cedar.example')
  const before = await allUsers(server)
  const full_name = 'Someone Else'
  const hostile = [
    [{ username: 'omar', email: 'new@cedar.example' }, 'taken', 'username taken'],
    [{ username: 'newcomer', email: omar.email }, 'taken', 'email taken'],
    // In Cyrillic letters.
    [{ username: '\u0440\u043e\u0440', email: 'new@cedar.example' }, 'taken', 'username taken'],
    [{ username: 'newcomer', email: 'info@cedar.example' }, 'taken', 'email taken'],
    [{ email: 'info@cedar.example' }, 'taken', 'email taken'],
    [
      { username: 'newcomer', email: 'new@cedar.example', aliases: [omar.email] },
      'taken',
      'aliases taken',
    ],
    [rania, 'user_elsewhere', 'organization user_elsewhere'],
    [chief, 'user_protected', 'username user_protected'],
    [{ ...omar, role: 'super_admin' }, 'invalid_input', 'role not_one_of'],
    [{ ...omar, password: 'violet kettle drum' }, 'invalid_input', 'password unknown'],
    [{ ...omar, id: owner.id }, 'invalid_input', 'id unknown'],
    [{ username: 'om\u202ear', email: 'n@cedar.example' }, 'taken', 'username taken'],
    [
      { username: 'om\u0430r', email: 'n@cedar.example' },
      'invalid_input',
      'username mixed_scripts',
    ],
    [{ username: 'a\u0000', email: 'n@cedar.example' }, 'invalid_input', 'username not_storable'],
    [
      { username: 'x'.repeat(500_000), email: 'n@cedar.example' },
      'invalid_input',
      'username too_long',
    ],
  ] as const
  for (const [row, code, field] of hostile) {
    const [judged] = await run([{ full_name, ...row }])
    expect(judged?.problem?.code, JSON.stringify(row).slice(0, 80)).toBe(code)
    expect(judged?.problem?.fields?.map((named) => `${named.field} ${named.code}`)).toEqual([field])
  }
  expect(await allUsers(server)).toEqual(before)
})

test('a user who loses a role or becomes inactive by an import is signed out', async () => {
  await using server = await createTestServer()
  const { organization_id: organizationId, run } = await setScene(server)
  const { token } = await signInUser(server, { ...rania, organizationId, role: 'team_lead' })
  await run([{ ...rania, role: 'employee' }])
  expect((await server.get('/api/auth/me', { token })).status).toBe(401)
})

test('new users who are active get an invitation once, and no other user', async () => {
  await using server = await createTestServer(withLinks)
  const { organization_id: organizationId, run } = await setScene(server)
  await makeUser(server, { ...omar, organizationId })
  const lina = { username: 'lina', email: 'lina@cedar.example', full_name: 'L', is_active: false }
  const rows = [rania, { ...omar, full_name: 'Omar Haddad' }, lina]
  const invitations = async (more: object) =>
    (await run(rows, more)).map(({ invitation }) => invitation)
  expect(await invitations({ dry_run: true })).toEqual(['waits', 'waits', undefined])
  const expected = ['sent', 'waits', undefined]
  expect(await invitations({ sends_invitations: true, dry_run: true })).toEqual(expected)
  expect(await invitations({ sends_invitations: true })).toEqual(expected)
  // Both can be invited again: the first has not come, the other was created without an invitation.
  expect(await invitations({ sends_invitations: true })).toEqual(['waits', 'waits', undefined])
  const mails = await server.database.selectFrom('mails').select('recipient').execute()
  expect(mails).toEqual([{ recipient: rania.email }])
})
