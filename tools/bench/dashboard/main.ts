import { Agent } from 'node:http'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { preview } from 'vite'
import { seedDemo } from '../../../server/demo/seed.ts'
import { launch, prepareSite } from '../../../tests/support/browser/phone.ts'
import { makeCertificate } from '../../../tests/support/server/certificate.ts'
import { createTestServer } from '../../../tests/support/server/server.ts'
import { makeSession, makeUser } from '../../../tests/support/worlds/factories.ts'
import {
  fillUsers,
  idOf,
  insertNumbered,
  organizationOf,
} from '../../../tests/support/worlds/fill.ts'
import { seconds, stopChildrenWithUs } from '../../scripts/run-command.ts'
import { conclude } from '../bar.ts'
import { serveSite } from '../site/site-under-test.ts'
import { dashboards } from './dashboards.ts'
import { addFloors } from './floor/build.ts'
import {
  type Addresses,
  type LargeTokens,
  measureStarts,
  measureTypings,
  measureUserList,
} from './measure.ts'
import { measureGrowth } from './memory.ts'
import { barsOf, tablesOf } from './report.ts'

/*
 * npm run bench:dashboard -- [--runs 5]:
 * starts each dashboard in three ways beside its floor on a slow phone, looks for memory that is kept,
 * types in long lists, and scrolls a longer one.
 * With --starts team it only starts that dashboard; with --only lists it only scrolls.
 */

stopChildrenWithUs()
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    starts: { type: 'string' },
    only: { type: 'string' },
  },
})
const { starts, only } = values
const isWhole = starts === undefined && only === undefined
const runs = Number(values.runs)
const clock = () => new Date()
const startedMs = performance.now()
const browserPath = await prepareSite()
const certificate = await makeCertificate()
const browser = await launch(browserPath, [
  `--ignore-certificate-errors-spki-list=${certificate.fingerprint}`,
])
try {
  const measured = {
    ...(only !== 'lists' && (await onServer(fillDemo, ['--demo'], useDemo))),
    ...(isWhole && {
      typing: await onServer(
        (file) => fillLarge(file, 10_000, 10_000),
        [],
        (addresses, tokens) => measureTypings(browser, addresses, tokens, runs),
      ),
    }),
    ...((isWhole || only === 'lists') && {
      scrolling: await onServer(
        (file) => fillLarge(file, 100_000, 1),
        [],
        (addresses, { admin }) => measureUserList(browser, addresses, admin, runs),
      ),
    }),
  }
  const bars = barsOf(measured)
  const conditions = `Chromium ${browser.version()}, slow 4G and a processor four times slower for starts, the same processor for typing, HTTP/2 from this machine, medians of ${runs}`
  conclude(tablesOf(measured), bars, `${conditions}, ${seconds(startedMs)}.`)
} finally {
  await browser.close()
}

async function useDemo(addresses: Addresses, tokens: ReadonlyMap<string, string>) {
  console.log(`Starting each dashboard and its floors in turn, ${runs} times...`)
  const results = await measureStarts(browser, addresses, tokens, { runs, only: starts })
  if (!isWhole) return { results }
  console.log('Opening 200 screens and 50 dialogs...')
  const growthBytes = await measureGrowth(browser, addresses.url, tokens.get('admin') ?? '')
  return { results, growthBytes }
}

/** The built site and the real server behind HTTP/2, with a database of its own. */
async function onServer<Tokens, Result>(
  fill: (databaseFile: string) => Promise<Tokens>,
  options: readonly string[],
  use: (addresses: Addresses, tokens: Tokens) => Promise<Result>,
): Promise<Result> {
  const filled = Promise.withResolvers<Tokens>()
  await using site = await serveSite(async (directory, databaseFile) => {
    await addFloors(directory)
    filled.resolve(await fill(databaseFile))
  }, options)
  await using front = await serveHttp2(site.url)
  return await use({ url: front.url, direct: site.url }, await filled.promise)
}

/**
 * Stands for the reverse proxy of production: HTTP/2 over TLS before the server, which changes
 * nothing but one thing: users come whole, as the specification's backend sends them. The search of
 * a server that announces one (decision 0091) leaves fifty rows to type and scroll in.
 */
async function serveHttp2(upstream: string) {
  const agent = new Agent({ keepAlive: true })
  const front = await preview({
    configFile: false,
    logLevel: 'error',
    preview: {
      host: '127.0.0.1',
      port: 0,
      cors: false,
      https: { key: certificate.key, cert: certificate.cert },
      proxy: {
        '/': {
          target: upstream,
          agent,
          changeOrigin: true,
          headers: { 'x-forwarded-proto': 'https' },
          rewrite: (path) => path.replace(/^(\/api\/admin\/users)\?.*/, '$1'),
          configure: (proxy) => {
            proxy.on('proxyRes', ({ headers }, { url }) => {
              if (url === '/api/admin/users') delete headers.link
            })
          },
        },
      },
    },
  })
  const address = front.httpServer.address()
  return {
    url: `https://127.0.0.1:${typeof address === 'object' ? address?.port : address}`,
    async [Symbol.asyncDispose]() {
      agent.destroy()
      await front.close()
    },
  }
}

/** The demo's data, as `npm start` shows it. @returns each dashboard's bearer token */
async function fillDemo(databaseFile: string): Promise<Map<string, string>> {
  await using server = await createTestServer({ address: databaseFile, services: { clock } })
  await seedDemo(server.services)
  const tokens = new Map<string, string>()
  const consented_at = clock().toISOString()
  await server.database.updateTable('users').set({ consented_at }).execute()
  for (const { name, username } of dashboards) {
    const found = server.database.selectFrom('users').where('username_key', '=', username)
    const user = await found.select('id').executeTakeFirstOrThrow()
    tokens.set(name, await makeSession({ ...server, clock }, user))
  }
  return tokens
}

/** A large operator: so many users, and one with so many flags. */
async function fillLarge(databaseFile: string, users: number, flags: number): Promise<LargeTokens> {
  await using server = await createTestServer({ address: databaseFile, services: { clock } })
  const place = { database: server.database, clock }
  const admin = await fillUsers(place, users)
  const collector = await makeUser(place)
  await insertNumbered(server.database, flags, 'flags', {
    id: idOf('ffff', sql`number`),
    user_id: collector.id,
    organization_id: organizationOf(sql`${collector.id}`),
    flag_type: sql`case number % 2 when 0 then 'green' else 'red' end`,
    value: sql`'sender-' || number || '@partner.example'`,
    reason: 'A partner of ours',
    search_text: sql`'sender-' || number || '@partner.example' || ${sql.lit('\na partner of ours')}`,
    blocked_count: 0,
    created_at: clock().toISOString(),
  })
  return { admin, flags: await makeSession(place, collector) }
}
