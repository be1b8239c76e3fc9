import { once } from 'node:events'
import { createServer } from 'node:http'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { reportMeanwhile } from '../../tools/chaos/upgrade/gateways.ts'
import { until } from '../support/until.ts'

/** Takes a report when it comes for the second time, or answers as it is told. */
async function startTaker(answer?: number) {
  const seen = new Map<string, number>()
  const server = createServer((request, response) => {
    const key = String(request.headers['idempotency-key'])
    seen.set(key, (seen.get(key) ?? 0) + 1)
    request.resume()
    response.writeHead(answer ?? (seen.get(key) === 2 ? 201 : 503)).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = v.parse(v.object({ port: v.number() }), server.address())
  return {
    seen,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

const gateway = { key: 'key', recipient: 'rania@firm.example' }

test('the gateways of the upgrade repeat a report until it is taken, with the same key', async () => {
  await using taker = await startTaker()
  // Nothing listens on the other port.
  const load = reportMeanwhile({ urls: [taker.url, 'http://127.0.0.1:1'], ...gateway })
  expect(await until(() => load.taken.length >= 10)).toBe(true)
  const { problems, toldToComeAgain } = await load.stop()
  expect(problems).toEqual([])
  for (const sender of load.taken) expect(taker.seen.get(sender)).toBe(2)
  expect(toldToComeAgain).toBeGreaterThanOrEqual(load.taken.length * 2)
})

test('an answer that loses a report is a problem of the upgrade', async () => {
  await using taker = await startTaker(500)
  const load = reportMeanwhile({ urls: [taker.url], ...gateway })
  expect(await until(() => taker.seen.size > 0)).toBe(true)
  const { problems } = await load.stop()
  expect(problems).toContain('a report is answered 500')
  expect(load.taken).toEqual([])
})
