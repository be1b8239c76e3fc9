import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { issueGatewayKey } from '../../../server/gateways/keys/gateway-keys.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { rowsOfEveryTable } from '../../support/worlds/every-table.ts'
import {
  makeAlias,
  makeDomain,
  makeOrganization,
  makeUser,
} from '../../support/worlds/factories.ts'
import { makeOperatorKey, reportScans } from '../../support/worlds/mail-factories.ts'

const doctor = prepareCommand('doctor')
/** As in a release. A process runs a command once, because what it imports is loaded once. */
const aman = prepareCommand('aman/aman')
const amanAgain = prepareCommand('aman/aman')

/** A user whose mail arrives, and what the command says of an address. */
async function setUp() {
  await using cleanUp = new AsyncDisposableStack()
  const store = cleanUp.use(await createTestDatabase())
  const database = await openDatabase(store.address)
  cleanUp.defer(() => database.destroy())
  const place = { database, clock: () => new Date() }
  const organizationId = await makeOrganization(place, { name: 'Cedar Clinic' })
  await makeDomain(place, organizationId, 'firm.example')
  const user = await makeUser(place, { organizationId, email: 'rania@firm.example' })
  const { id: keyId } = await issueGatewayKey(place, organizationId, { label: 'key' })
  await database
    .updateTable('gateway_keys')
    .set({ last_used_at: new Date().toISOString() })
    .execute()
  await reportScans(place, user, [{}])
  const disposal = cleanUp.move()
  return {
    ...{ ...place, organizationId, user, keyId, url: store.url },
    async ask(address: string) {
      const environment = { DATABASE_URL: store.url }
      const { code, stdout } = await doctor({ environment }, '--mail', address).then(
        (output) => ({ ...output, code: 0 }),
        (error: unknown) => Object(error),
      )
      const first = [...String(stdout).matchAll(/^wrong {5}(.*)\n {10}(.*)$/gm)]
      return { code, stdout, wrong: first.map(([, what, mend]) => `${what} -> ${mend}`) }
    },
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  }
}

test('of an address whose mail arrives the last report and the last mail are said', async () => {
  await using world = await setUp()
  await makeAlias(world, world.user, 'info@firm.example')
  const own = await world.ask('Rania+shop@firm.example')
  expect(own).toMatchObject({ code: 0, wrong: [] })
  expect(own.stdout).toContain('rania+shop@firm.example belongs to the user rania@firm.example')
  expect(own.stdout).toContain('The last report of Cedar Clinic came 20')
  expect(own.stdout).toContain('The last mail to this user that is kept was received 20')
  expect((await world.ask('info@firm.example')).stdout).toContain(
    'info@firm.example belongs to the user rania@firm.example',
  )
})

test('why mail does not arrive is said with what to do, from the user to the refused report', async () => {
  await using world = await setUp()
  const { database, organizationId, user } = world
  const ask = () => world.ask(user.email)
  const stranger = await world.ask('stranger@firm.example')
  expect(stranger.code).toBe(1)
  expect(stranger.wrong).toEqual([
    expect.stringMatching(/^No user and no alias has stranger@.* -> Add a user in Cedar Clinic/),
  ])
  await database.updateTable('users').set({ is_active: 0 }).execute()
  const at = new Date().toISOString()
  await database.updateTable('organizations').set({ suspended_at: at }).execute()
  await database.updateTable('gateway_keys').set({ expires_at: at }).execute()
  await database.updateTable('arrivals').set({ silent_since: at, last_message_at: null }).execute()
  const { refused_requests } = await rowsOfEveryTable(new Date())
  await database
    .insertInto('refused_requests')
    .values({
      ...refused_requests,
      ...{ subject: organizationId, scope: 'report', reason: 'expired_key', count: 7, last_at: at },
    })
    .execute()
  const { code, wrong } = await ask()
  expect(code).toBe(1)
  expect(wrong).toEqual([
    expect.stringMatching(/^The user of rania@firm\.example is inactive -> Make the user active/),
    expect.stringMatching(/^Cedar Clinic is suspended since .* -> Resume it/),
    expect.stringMatching(
      /only gateway keys that expired -> npm run gateway-key -- 'Cedar Clinic'/,
    ),
    expect.stringMatching(/^Its gateway is silent since .* -> Look at the log/),
    expect.stringMatching(/^No report ever had mail to a user of Cedar Clinic -> Compare/),
    expect.stringMatching(
      /^7 requests of its gateway \(report\) .*: expired_key -> The last request came/,
    ),
  ])
  await database.deleteFrom('gateway_keys').execute()
  expect((await ask()).wrong[2]).toContain('no gateway key for reports')
  await issueGatewayKey(world, organizationId, { label: 'key' })
  expect((await ask()).wrong[2]).toContain('No gateway ever used its key')
  await database.deleteFrom('arrivals').execute()
  expect((await ask()).wrong[3]).toContain('No gateway of Cedar Clinic ever reported')
})

test('a release names commands as a release has them', async () => {
  await using world = await setUp()
  await makeOperatorKey(world, 'flags')
  await world.database
    .updateTable('operator_keys')
    .set({ created_at: '2026-01-02T03:04:05.000Z' })
    .execute()
  await world.database.deleteFrom('gateway_keys').execute()
  const place = { environment: { DATABASE_URL: world.url } }
  const outcomes = [aman(place, 'doctor'), amanAgain(place, 'doctor', '--mail', world.user.email)]
  const [examined, asked] = await Promise.allSettled(outcomes)
  // Each finds what is wrong, and ends with 1.
  expect(JSON.stringify(examined)).toMatch(/not needed: aman gateway-key --operator --revoke \S+/)
  expect(JSON.stringify(asked)).toContain(" aman gateway-key 'Cedar Clinic' issues one.")
})
