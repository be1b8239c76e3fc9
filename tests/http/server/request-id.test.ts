import { expect, test } from 'vitest'
import { createLog } from '../../../server/core/log.ts'
import { listen } from '../../../server/listen.ts'
import { createTestServer } from '../../support/server/server.ts'

async function startLogging() {
  const lines: Record<string, unknown>[] = []
  const log = createLog((line) => lines.push(JSON.parse(line)))
  const server = await createTestServer({ services: { log } })
  const place = { host: '127.0.0.1', port: 0, siteDirectory: '' }
  const { url, close } = await listen(server.app, place)
  return {
    ...{ server, log, url, lines },
    async [Symbol.asyncDispose]() {
      await close()
      await server.database.destroy()
    },
  }
}

test('each line that is logged while a request is answered has its id', async () => {
  await using site = await startLogging()
  const mayEnd = Promise.withResolvers<void>()
  let arrived = 0
  site.server.app.get('/api/told/:name', async (context) => {
    arrived += 1
    await mayEnd.promise
    site.log('warning', 'told', { name: context.req.param('name') })
    return context.text('')
  })
  const both = ['one', 'two'].map((name) => fetch(`${site.url}/api/told/${name}`))
  await expect.poll(() => arrived).toBe(2)
  site.log('info', 'beside')
  mayEnd.resolve()
  const [one, two] = (await Promise.all(both)).map(({ headers }) => headers.get('x-request-id'))
  const told = site.lines.map(({ event, name, request }) => ({ event, name, request }))
  expect(told).toHaveLength(3)
  expect(told).toContainEqual({ event: 'beside', name: undefined, request: undefined })
  expect(told).toContainEqual({ event: 'told', name: 'one', request: one })
  expect(told).toContainEqual({ event: 'told', name: 'two', request: two })
})

test('what a request starts and does not wait for is not logged under its id afterwards', async () => {
  await using site = await startLogging()
  const isAnswered = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  site.server.app.get('/api/starts', (context) => {
    context.env.incoming?.socket.once('close', () => isAnswered.resolve())
    void isAnswered.promise.then(() => {
      site.log('info', 'afterwards')
      ended.resolve()
    })
    return context.text('')
  })
  const answer = await fetch(`${site.url}/api/starts`, { headers: { connection: 'close' } })
  expect(await answer.text()).toBe('')
  await ended.promise
  expect(site.lines).toMatchObject([{ event: 'afterwards' }])
  expect(site.lines[0]).not.toHaveProperty('request')
})
