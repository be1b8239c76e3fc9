import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { listen } from '../../../server/listen.ts'
import { createTracing } from '../../../server/tracing/tracing.ts'
import { createTestServer } from '../../support/server/server.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhooks/webhooks.ts'
import { signInUser } from '../../support/worlds/factories.ts'

const attributes = v.array(
  v.object({
    key: v.string(),
    value: v.object({ stringValue: v.optional(v.string()), intValue: v.optional(v.number()) }),
  }),
)
const span = v.object({
  traceId: v.string(),
  parentSpanId: v.optional(v.string()),
  name: v.string(),
  attributes,
  status: v.object({ code: v.optional(v.number()) }),
})
const traces = v.object({
  resourceSpans: v.array(
    v.object({
      resource: v.object({ attributes }),
      scopeSpans: v.array(v.object({ spans: v.array(span) })),
    }),
  ),
})

/** The collector's spans, as plain objects. */
function spansAt({ received }: WebhookReceiver) {
  return received.flatMap(({ body }) =>
    v.parse(traces, JSON.parse(body)).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) =>
        spans.map((sent) => ({
          ...sent,
          attributes: Object.fromEntries(
            sent.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
          ),
        })),
      ),
    ),
  )
}

/** A server whose requests are traced. */
async function startTraced(endpoint: string, tracingProxies = '') {
  const stack = new AsyncDisposableStack()
  const lines: string[] = []
  const server = stack.use(await createTestServer())
  const tracing = createTracing(endpoint, tracingProxies, (_, message) => void lines.push(message))
  const place = { host: '127.0.0.1', port: 0, siteDirectory: '' }
  const watchers = [tracing.watchRequest]
  const { url, close } = await listen(server.app, place, { watchers })
  stack.defer(close)
  const closeTracing = tracing.close
  return { server, url, lines, closeTracing, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const parentId = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test('a request gives a span with call, status and reference, and with nothing of a user', async () => {
  await using collector = await startWebhookReceiver()
  await using traced = await startTraced(`${collector.url}/`)
  const { server, url } = traced
  const secret = 'rania-4711'
  const { token } = await signInUser(server, { username: secret, email: `${secret}@cedar.example` })
  const headers = { authorization: `Bearer ${token}`, 'user-agent': secret, traceparent: parentId }
  const me = await fetch(`${url}/api/auth/me`, { headers })
  const unknown = await fetch(`${url}/api/${secret}?${secret}=1`, { headers })
  const refused = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: secret, password: 'wrong' }),
  })
  await traced.closeTracing()
  expect(collector.received.map(({ body }) => body).join()).not.toMatch(/4711|cedar|127\.0\.0\.1/)
  const spans = spansAt(collector)
  const reference = (answer: Response) => answer.headers.get('x-request-id')
  expect(spans.map((sent) => sent.attributes)).toEqual([
    {
      'aman.reference': reference(me),
      'aman.call': 'GET /auth/me',
      'http.response.status_code': 200,
    },
    {
      'aman.reference': reference(unknown),
      'aman.call': 'other',
      'http.response.status_code': 404,
    },
    {
      'aman.reference': reference(refused),
      'aman.call': 'POST /auth/login',
      'http.response.status_code': 401,
      'error.type': 'wrong_credentials',
    },
  ])
  expect(spans[0]?.name).toBe('GET /auth/me')
  // Only a named proxy says which trace a request belongs to.
  expect(spans.map(({ parentSpanId }) => parentSpanId)).toEqual([undefined, undefined, undefined])
})

test('behind a named proxy a request belongs to the trace of the proxy', async () => {
  await using collector = await startWebhookReceiver()
  await using traced = await startTraced(collector.url, '127.0.0.1')
  await fetch(`${traced.url}/api/health`, { headers: { traceparent: parentId } })
  await fetch(`${traced.url}/api/health`, { headers: { traceparent: 'x'.repeat(2000) } })
  await traced.closeTracing()
  const [sent, other] = spansAt(collector)
  expect(sent).toMatchObject({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    parentSpanId: 'b7ad6b7169203331',
  })
  expect(other?.parentSpanId).toBeUndefined()
})

test('a client neither hides a request from the traces nor puts it into another one', async () => {
  await using collector = await startWebhookReceiver()
  await using traced = await startTraced(collector.url, '192.0.2.0/24')
  for (const flags of ['00', '01']) {
    const traceparent = parentId.replace(/..$/, flags)
    await fetch(`${traced.url}/api/health`, { headers: { traceparent } })
  }
  await traced.closeTracing()
  const spans = spansAt(collector)
  expect(spans.map(({ name }) => name)).toEqual(['GET /health', 'GET /health'])
  expect(spans.filter(({ traceId }) => parentId.includes(traceId))).toEqual([])
})

test('a collector that refuses is one line of the log, and requests are answered', async () => {
  await using collector = await startWebhookReceiver()
  collector.answerWith(() => ({ status: 400 }))
  await using traced = await startTraced(collector.url)
  const ask = async () => (await fetch(`${traced.url}/api/health`)).status
  expect([await ask(), await ask()]).toEqual([200, 200])
  await traced.closeTracing()
  expect(traced.lines).toEqual(['traces are lost'])
})

test('with the setting a server sends its traces before it ends, and without it loads no package of OpenTelemetry', async () => {
  await using folder = await temporaryFolder()
  await using collector = await startWebhookReceiver()
  const loaded = join(folder.path, 'loaded')
  const watch = join(folder.path, 'watch.mjs')
  const code = `import { appendFileSync } from 'node:fs'
    import { registerHooks } from 'node:module'
    registerHooks({
      load(url, context, next) {
        if (/@opentelemetry\\/(?!api\\/)/.test(url)) appendFileSync('${loaded}', url)
        return next(url, context)
      },
    })`
  await writeFile(watch, code)
  for (const endpoint of ['', collector.url]) {
    const environment = {
      DATABASE_URL: `file:${join(folder.path, 'aman.db')}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=of-the-collector',
      NODE_OPTIONS: `--import=${watch}`,
    }
    const start = startServerProcess(environment, [], undefined, undefined, process.cwd())
    const { url, end } = await start
    await fetch(`${url}/api/health`)
    expect(await end('SIGTERM')).toBe(0)
    expect(existsSync(loaded)).toBe(endpoint !== '')
  }
  expect(spansAt(collector)).toMatchObject([{ name: 'GET /health' }])
  expect(collector.received[0]?.headers).toMatchObject({ 'api-key': 'of-the-collector' })
})
