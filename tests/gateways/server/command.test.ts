import { expect, test } from 'vitest'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { createTestServer } from '../../support/server/server.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { makeAlias, makeOrganization, makeUser } from '../../support/worlds/factories.ts'

const run = prepareCommand('rspamd')

function rspamd(url: string, ...options: string[]) {
  const environment = { DATABASE_URL: url, PUBLIC_URL: 'https://aman.firm.example' }
  return run({ environment }, ...options)
}

test('an operator prints the files of an organization, or of several that share one rspamd', async () => {
  await using database = await createTestDatabase()
  const { address, url } = database
  await using server = await createTestServer({ address })
  const first = await makeOrganization(server, { name: 'Olive Branch' })
  const user = await makeUser(server, { organizationId: first, email: 'salma@olive.example' })
  await makeAlias(server, user, 'accounts@olive-group.example')
  const second = await makeOrganization(server, { name: 'Cedar Health' })
  await makeUser(server, { organizationId: second, email: 'leen@cedar.example' })

  const { stdout: one } = await rspamd(url, 'olive BRANCH')
  expect(one).toContain('#### /etc/rspamd/local.d/metadata_exporter.conf\n')
  expect(one).toContain('url = "https://aman.firm.example/api/rspamd";')
  expect(one).toContain('password = "THE-REPORT-KEY";')
  expect(one).not.toContain('AMAN_2')

  const { stdout: both } = await rspamd(url, 'Olive Branch', second, '--origin', 'http://10.0.0.5')
  expect(both).toContain('["olive-group.example"] = true, ["olive.example"] = true')
  expect(both).toContain('["cedar.example"] = true')
  expect(both).toContain('http://10.0.0.5/api/rspamd')

  const { stdout: mailcow } = await rspamd(url, second, '--for', 'mailcow')
  expect(mailcow).toContain('#### data/conf/rspamd/plugins.d/aman.lua\n')
})

test('wrong arguments are explained', async () => {
  await using database = await createTestDatabase()
  const { address, url } = database
  await using server = await createTestServer({ address })
  await makeOrganization(server, { name: 'Olive Branch' })
  for (const [options, words] of [
    [[], 'Usage: npm run --silent rspamd'],
    [['Unknown Bank'], "There is no organization 'Unknown Bank'"],
    [['Olive Branch', '--for', 'sendmail'], '--for takes postfix-rspamd'],
    [['Olive Branch', '--origin', 'nonsense'], 'The origin must be like'],
  ] as const) {
    await expect(rspamd(url, ...options)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(words),
    })
  }
})
