import { expect, test } from 'vitest'
import { findGatewayKey } from '../../../server/gateways/keys/gateway-keys.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { createTestServer } from '../../support/server/server.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { makeOrganization } from '../../support/worlds/factories.ts'

const gatewayKey = prepareCommand('gateway-key')
const rspamd = prepareCommand('rspamd')

async function setUp() {
  const database = await createTestDatabase()
  const { address, url } = database
  const server = await createTestServer({ address })
  const environment = { DATABASE_URL: url }
  return {
    server,
    run: (...options: string[]) => gatewayKey({ environment }, '--operator', ...options),
    print: (...options: string[]) => rspamd({ environment }, ...options),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

function issuedIn(stdout: string) {
  return {
    key: /(aman_gateway_\S+)/.exec(stdout)?.[1] ?? '',
    id: /revoke it: (\S+)/.exec(stdout)?.[1] ?? '',
  }
}

test('a command issues, lists, changes and revokes keys of the operator', async () => {
  await using scene = await setUp()
  const { server, run } = scene
  await makeOrganization(server, { name: 'Cedar Health' })
  await makeOrganization(server, { name: 'Olive Bank' })
  const all = issuedIn((await run('--label', 'the mail host', '--networks', '192.0.2.0/24')).stdout)
  expect(await findGatewayKey(server, all.key)).toMatchObject({
    cover: { operatorKeyId: all.id, coversAll: true },
    ...{ networks: '192.0.2.0/24', scope: 'report' },
  })
  const some = issuedIn((await run('Cedar Health', '--scope', 'flags')).stdout)
  expect(await findGatewayKey(server, some.key)).toMatchObject({
    cover: { operatorKeyId: some.id, coversAll: false },
  })
  const listed = (await run('--list')).stdout
  expect(listed).toContain(`${all.id}  `)
  expect(listed).toMatch(
    /for all organizations {2}scope report .*from 192.0.2.0\/24 {2}the mail host/,
  )
  expect(listed).toMatch(/for 1 organization {2}scope flags/)
  expect(listed).not.toContain(all.key)
  const wider = await run('--cover', some.id, 'Cedar Health', 'olive bank')
  expect(wider.stdout).toBe(`${some.id} is for 2 organizations now\n`)
  expect((await run('--revoke', all.id)).stdout).toBe(`Revoked ${all.id}\n`)
  expect(await findGatewayKey(server, all.key)).toBeUndefined()
  await expect(run('--revoke', all.id)).rejects.toMatchObject({ code: 1 })
  await expect(run('--cover', all.id, 'Olive Bank')).rejects.toMatchObject({ code: 1 })
  // A forgotten name is not 'all'.
  await expect(run('--cover', some.id)).rejects.toMatchObject({ code: 1 })
  const audit = await server.database
    .selectFrom('audit')
    .select(['action', 'target_type', 'target_id', 'detail'])
    .orderBy('id')
    .execute()
  expect(audit.map(({ action, target_id, detail }) => [action, target_id, detail])).toEqual([
    ['gateway-key-issue', all.id, 'scope report, all organizations'],
    ['gateway-key-issue', some.id, 'scope flags, 1 organization'],
    ['gateway-key-cover', some.id, '2 organizations'],
    ['gateway-key-revoke', all.id, ''],
  ])
  expect(new Set(audit.map(({ target_type }) => target_type))).toEqual(new Set(['operator-key']))
})

test('the files for keys of the operator name no organization and no domain', async () => {
  await using scene = await setUp()
  const { server, print } = scene
  await makeOrganization(server, { name: 'Cedar Health' })
  const before = (await print('--operator')).stdout
  await makeOrganization(server, { name: 'Olive Bank' })
  expect((await print('--operator')).stdout).toBe(before)
  expect(before).not.toContain('Cedar')
  expect(before.match(/THE-REPORT-KEY/g)).toHaveLength(1)
  expect(before).toContain('/api/rspamd/domains"')
  await expect(print('--operator', 'Cedar Health')).rejects.toMatchObject({ code: 1 })
})
