import { expect, test } from 'vitest'
import { fuzz } from '../../support/fuzz/run.ts'
import { startRspamdStandIn } from '../../support/mail/rspamd-stand-in.ts'
import { allCalls } from '../../support/worlds/contract.ts'

test('every answer to random input is one that the document lists', async () => {
  await using rspamd = await startRspamdStandIn()
  const services = { rspamdUrl: rspamd.url }
  const { problems, untried, statuses } = await fuzz(10 * allCalls.length, 2029, { services })
  expect(rspamd.scans.length).toBeGreaterThan(0)
  expect(problems).toEqual([])
  expect(untried).toEqual([])
  for (const status of [200, 400, 401, 403, 404, 409, 415, 422]) {
    expect(statuses.has(status), String(status)).toBe(true)
  }
})
