import { expect, test } from 'vitest'
import { findGatewayKey } from '../../../server/gateways/keys/gateway-keys.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { createTestServer } from '../../support/server/server.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { makeOrganization } from '../../support/worlds/factories.ts'

const run = prepareCommand('gateway-key')

function gatewayKey(url: string, ...options: string[]) {
  return run({ environment: { DATABASE_URL: url } }, ...options)
}

test('an operator issues, lists and revokes the keys of an organization', async () => {
  await using database = await createTestDatabase()
  const { address, url } = database
  await using server = await createTestServer({ address })
  const organizationId = await makeOrganization(server, { name: 'Cedar Health' })

  const { stdout } = await gatewayKey(url, 'cedar HEALTH', '--label', 'Exchange')
  const key = /(aman_gateway_\S+)/.exec(stdout)?.[1] ?? ''
  const id = /revoke it: (\S+)/.exec(stdout)?.[1] ?? ''
  expect(await findGatewayKey(server, key)).toMatchObject({ cover: { organizationId } })

  const listed = (await gatewayKey(url, organizationId, '--list')).stdout
  expect(listed).toMatch(new RegExp(`^${id} .*valid .*Exchange\n$`))
  expect(listed).not.toContain(key)

  expect((await gatewayKey(url, 'Cedar Health', '--revoke', id)).stdout).toBe(`Revoked ${id}\n`)
  expect(await findGatewayKey(server, key)).toBeUndefined()
  await expect(gatewayKey(url, 'Cedar Health', '--revoke', id)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`\nCedar Health has no valid gateway key '${id}'\n`),
  })
  const entries = server.database.selectFrom('audit').selectAll().orderBy('id').execute()
  const shared = { actor_role: 'operator', target_id: id, detail: `organization ${organizationId}` }
  const issued = { ...shared, detail: `${shared.detail}, scope report` }
  expect(await entries).toMatchObject([
    { action: 'gateway-key-issue', ...issued },
    { action: 'gateway-key-revoke', ...shared },
  ])
})

test('wrong arguments are reported in plain words', async () => {
  await using database = await createTestDatabase()
  const { address, url } = database
  await using _server = await createTestServer({ address })
  await expect(gatewayKey(url)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Usage: npm run gateway-key'),
  })
  await expect(gatewayKey(url, 'Unknown Bank')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("\nThere is no organization 'Unknown Bank'\n"),
  })
})

test('an operator issues a key with an expiry and networks, and sees its last use', async () => {
  await using database = await createTestDatabase()
  const { address, url } = database
  await using server = await createTestServer({ address })
  await makeOrganization(server, { name: 'Cedar Health' })
  const networks = '192.0.2.0/24,2001:db8::/32'
  await gatewayKey(url, 'Cedar Health', '--expires', '2999-01-31', '--networks', networks)
  const list = async () => (await gatewayKey(url, 'Cedar Health', '--list')).stdout
  expect(await list()).toMatch(
    / valid until 2999-01-31T00:00:00\.000Z {2}scope report {2}last used never {2}from 192\./,
  )
  const used = { last_used_at: '2026-03-01T09:30:00.000Z', expires_at: '2026-03-02T00:00:00.000Z' }
  await server.database.updateTable('gateway_keys').set(used).execute()
  expect(await list()).toContain(
    ` expired ${used.expires_at}  scope report  last used ${used.last_used_at}  from 192.`,
  )
  for (const [option, value] of [
    ['--expires', '2999-02-31'],
    ['--expires', '2001-01-31'],
    ['--networks', '192.0.2.0/33'],
    ['--networks', 'office'],
    ['--scope', 'everything'],
  ] as const) {
    await expect(gatewayKey(url, 'Cedar Health', option, value)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${option}: ${value} is no `),
    })
  }
})
