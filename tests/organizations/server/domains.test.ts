import { expect, test } from 'vitest'
import { operator } from '../../../server/audit/record.ts'
import { minuteMs } from '../../../server/core/clock.ts'
import {
  approvedDomains,
  domainOf,
  organizationOfDomain,
  proposeDomain,
} from '../../../server/organizations/domains.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeOrganization, signInAdmin } from '../../support/worlds/factories.ts'

async function setUp(server: TestServer) {
  const { token } = await signInAdmin(server)
  const id = await makeOrganization(server, { name: 'Cedar' })
  const path = `/api/admin/organizations/${id}/domains`
  return {
    ...{ token, id, path },
    add: (domain: string, to = path) => server.post(to, { token, body: { domain } }),
    remove: (domain: string) => server.delete(`${path}/${encodeURIComponent(domain)}`, { token }),
    list: async () => (await server.get(path, { token })).body,
  }
}

test('a domain that a super admin adds is approved, and belongs to the organization', async () => {
  await using server = await createTestServer()
  const { add, list, id } = await setUp(server)
  const at = server.clock().toISOString()
  const cedar = { domain: 'cedar.example', created_at: at, approved_at: at }
  expect((await add('cedar.example')).body).toEqual(cedar)
  expect((await add('cedar.example')).body).toEqual(cedar)
  expect(await list()).toEqual({ domains: [cedar] })
  expect(await organizationOfDomain(server.database, 'cedar.example')).toBe(id)
  expect(await organizationOfDomain(server.database, 'mail.cedar.example')).toBeUndefined()
  expect(await server.acts()).toMatchObject([
    { action: 'domain-approve', target_id: id, detail: 'cedar.example' },
  ])
})

test.each([
  ['cedar.example.', 'cedar.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['أرز.example', 'xn--igb2ad.example'],
])('%s is kept as %s', async (given, kept) => {
  await using server = await createTestServer()
  const { add, remove, list } = await setUp(server)
  expect((await add(given)).body).toMatchObject({ domain: kept })
  expect(domainOf(`Name@${given.replace(/^\s*@/, '').trim()}`)).toBe(kept)
  expect((await remove(given.trim())).status).toBe(200)
  expect(await list()).toEqual({ domains: [] })
})

test.each(['192.0.2.1', 'a@b.example', 'https://a.example', '*.a.example'])(
  "'%s' is not a domain",
  async (domain) => {
    await using server = await createTestServer()
    const { add, list } = await setUp(server)
    expect(await add(domain)).toMatchObject({
      status: 422,
      fields: [{ field: 'domain', code: 'not_a_domain' }],
    })
    expect(await list()).toEqual({ domains: [] })
  },
)

test.each(['gmail.com', 'Outlook.com', 'yahoo.com'])(
  'the domain of the public mail provider %s is refused, also where users may trust it',
  async (domain) => {
    await using server = await createTestServer({
      services: { trustablePublicMail: ['gmail.com', 'outlook.com', 'yahoo.com'] },
    })
    const { add, list, id } = await setUp(server)
    expect(await add(domain)).toMatchObject({ status: 422, code: 'public_email_domain' })
    await expect(proposeDomain(server, id, domain.toLowerCase(), operator)).rejects.toMatchObject({
      error: { code: 'public_email_domain' },
    })
    expect(await list()).toEqual({ domains: [] })
  },
)

test('no two organizations have the same domain, also when both are given it at once', async () => {
  await using server = await createTestServer()
  const { add } = await setUp(server)
  const other = await makeOrganization(server, { name: 'Olive' })
  const otherPath = `/api/admin/organizations/${other}/domains`
  const answers = await Promise.all([add('both.example'), add('Both.Example', otherPath)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [lost] = answers.filter(({ status }) => status === 409)
  expect(lost).toMatchObject({ code: 'email_domain_taken', fields: [{ field: 'domain' }] })
  const rows = server.database.selectFrom('organization_domains').selectAll()
  expect(await rows.execute()).toHaveLength(1)
})

test('a proposed domain has no effect until a super admin approves it, and keeps it from no one', async () => {
  await using server = await createTestServer()
  const { add, list, id } = await setUp(server)
  const other = await makeOrganization(server, { name: 'Olive' })
  await proposeDomain(server, id, 'olive.example', operator)
  await proposeDomain(server, id, 'cedar.example', operator)
  await proposeDomain(server, id, 'cedar.example', operator)
  expect(await approvedDomains(server.database, id)).toEqual(new Set())
  expect(await organizationOfDomain(server.database, 'cedar.example')).toBeUndefined()
  expect((await add('olive.example', `/api/admin/organizations/${other}/domains`)).status).toBe(200)
  expect(await add('olive.example')).toMatchObject({
    status: 409,
    params: { domain: 'olive.example', organization: 'Olive' },
  })
  const created_at = server.clock().toISOString()
  server.clock.pass(minuteMs)
  expect((await add('cedar.example')).status).toBe(200)
  await proposeDomain(server, id, 'cedar.example', operator)
  expect(await approvedDomains(server.database, id)).toEqual(new Set(['cedar.example']))
  expect(await list()).toEqual({
    domains: [
      { domain: 'cedar.example', created_at, approved_at: server.clock().toISOString() },
      { domain: 'olive.example', created_at, approved_at: null },
    ],
  })
})

test('changes of domains need a recent confirmation', async () => {
  await using server = await createTestServer()
  const { add, remove, list } = await setUp(server)
  await add('cedar.example')
  server.clock.pass(11 * minuteMs)
  for (const answer of [await add('other.example'), await remove('cedar.example')]) {
    expect(answer).toMatchObject({ status: 403, code: 'confirmation_required' })
  }
  expect(await list()).toMatchObject({ domains: [{ domain: 'cedar.example' }] })
})

test('a domain goes with its organization, and is then free; an unknown one is a 404', async () => {
  await using server = await createTestServer()
  const { add, remove, token, id } = await setUp(server)
  await add('cedar.example')
  expect(await remove('other.example')).toMatchObject({ status: 404, code: 'unknown_email_domain' })
  const suspend = { id, is_suspended: true }
  await server.post('/api/admin/organizations/status', { token, body: suspend })
  expect(await organizationOfDomain(server.database, 'cedar.example')).toBe(id)
  expect((await server.delete(`/api/admin/organizations/${id}`, { token })).status).toBe(200)
  expect(await organizationOfDomain(server.database, 'cedar.example')).toBeUndefined()
  expect(await add('cedar.example')).toMatchObject({ status: 404, code: 'unknown_organization' })
})
