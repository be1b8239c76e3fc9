import { expect, test } from 'vitest'
import { createServers } from '../../support/postgres/two-servers.ts'
import { createOf, makeProvider, scimClient, waitsBeside } from '../../support/scim/scim.ts'

test('the changes that one organization sends to two servers do not make another one wait', {
  timeout: 60_000,
}, async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const provider = await makeProvider(one)
  const second = await makeProvider(one, { domain: 'olive.example' })
  const there = scimClient(other, provider.organizationId, provider.token)
  const busy = [createOf(provider, 'cedar.example'), createOf(there, 'cedar.example')]
  const calm = createOf(scimClient(other, second.organizationId, second.token), 'olive.example')
  const waits = await waitsBeside(busy, calm, 80)
  // Each server serves about one change of the busy organization before that of the calm one.
  expect(Math.min(...waits)).toBeLessThanOrEqual(8)
})
