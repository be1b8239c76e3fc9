import { expect, test } from 'vitest'
import { mailsTo, withLinks } from '../../support/browser/links.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeUser } from '../../support/worlds/factories.ts'
import { signInOrganizationAdmin } from '../../support/worlds/organization-admin.ts'
import { findUser } from '../../support/worlds/save-user.ts'

const rania = { email: 'rania@cedar.example', full_name: 'Rania Haddad', department: 'Accounts' }
const omar = { email: 'omar@cedar.example', full_name: 'عمر حداد' }

test('a dry run says what an invitation would do, and writes and sends nothing', async () => {
  await using server = await createTestServer(withLinks)
  const { organizationId, dryRun, invite } = await signInOrganizationAdmin(server)
  await makeUser(server, { email: 'taken@cedar.example' })
  const rows = [
    rania,
    { ...omar, email: 'omar@elsewhere.example' },
    { ...omar, full_name: '' },
    { ...omar, email: 'taken@cedar.example' },
    { ...rania, full_name: 'Rania again' },
  ]
  const judged = await dryRun(...rows)
  expect(judged.map(({ outcome, problem }) => problem?.code ?? outcome)).toEqual([
    ...['invited', 'domain_not_approved', 'invalid_input', 'not_invitable', 'exists'],
  ])
  expect(judged.every(({ id }) => id === undefined)).toBe(true)
  expect(await server.database.selectFrom('mails').select('id').execute()).toEqual([])
  expect(
    await server.database
      .selectFrom('users')
      .select('id')
      .where('email', '=', rania.email)
      .execute(),
  ).toEqual([])
  const invited = await invite(...rows)
  const plain = ({ line, outcome, problem }: (typeof invited)[number]) => {
    return { line, outcome, problem }
  }
  expect(invited.map(plain)).toEqual(judged.map(plain))
  expect(await findUser(server, rania.email)).toMatchObject({
    ...rania,
    organization_id: organizationId,
  })
})

test('a dry run stops at the invitations that are left for the day', async () => {
  await using server = await createTestServer({ ...withLinks, limits: { invitationsPerDay: 2 } })
  const { dryRun } = await signInOrganizationAdmin(server)
  const rows = ['a', 'b', 'a', 'c'].map((name) => ({ ...omar, email: `${name}@cedar.example` }))
  const judged = await dryRun(...rows)
  expect(judged.map(({ outcome, problem }) => problem?.code ?? outcome)).toEqual([
    ...['invited', 'invited', 'exists', 'too_many_invitations'],
  ])
})

test('only users who exist and have not come yet can get another invitation', async () => {
  await using server = await createTestServer(withLinks)
  const { organizationId, dryRun, invite, setStatus } = await signInOrganizationAdmin(server)
  const [waiting, left] = await invite(rania, omar)
  await setStatus([String(left?.id)], false)
  const come = { ...omar, email: 'come@cedar.example' }
  await makeUser(server, { organizationId, email: come.email, password: 'quiet zebra juggles' })
  const rows = await dryRun(rania, omar, come)
  expect(rows.map(({ id, may_be_invited }) => [id, may_be_invited])).toEqual([
    [waiting?.id, true],
    [left?.id, undefined],
    [expect.any(String), undefined],
  ])
  expect(await mailsTo(server, rania.email)).toHaveLength(1)
})
