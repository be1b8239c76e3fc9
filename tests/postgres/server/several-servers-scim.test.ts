import { expect, test } from 'vitest'
import { createServers } from '../../support/postgres/two-servers.ts'
import { createOf, makeProvider, scimClient } from '../../support/scim/scim.ts'

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
  let served = 0
  const changes = Array.from({ length: 80 }, async (_, number) => {
    const answer = await busy[number % 2]?.(number)
    served += 1
    return answer?.status
  })
  await changes[0]
  const waits: number[] = []
  for (let number = 0; number < 3; number += 1) {
    const before = served
    expect((await calm(number)).status).toBe(201)
    waits.push(served - before)
  }
  // Each server serves about one change of the busy organization before that of the calm one.
  expect(Math.min(...waits)).toBeLessThanOrEqual(8)
  expect(new Set(await Promise.all(changes))).toEqual(new Set([201]))
})
