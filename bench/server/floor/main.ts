import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { addressOf } from '../../../tests/support/browser/place.ts'
import { answersOf } from './answers.ts'
import { holding, openQuery, openWriter } from './query.ts'

/*
 * What the machine can do at best: node:http alone looks the bearer token up in the same database,
 * makes the same queries and sends the same bytes. No router, no schemas, no headers but those that a
 * client needs; it is not fit for production.
 */

const address = addressOf(process.env.DATABASE_URL ?? '')
const query = openQuery(address)
const writeScans = await openWriter(address)
const answers = answersOf(query, holding(address))
const findSession = query(
  `select users.id, users.role from sessions join users on users.id = sessions.user_id
   where sessions.token_hash = ? and sessions.expires_at > ? and sessions.last_used_at > ?
   and users.is_active = 1`,
)
const idleMs = 60 * 60 * 1000

async function answer(path: string, authorization: string): Promise<unknown> {
  const token = createHash('sha256').update(authorization.slice('Bearer '.length)).digest('hex')
  const now = Date.now()
  const [user] = await findSession([
    token,
    new Date(now).toISOString(),
    new Date(now - idleMs).toISOString(),
  ])
  return user === undefined ? undefined : answers[path]?.(String(user.id))
}

/** Keeps each scan as it came; the key of a gateway is not looked at. */
async function takeScans(request: IncomingMessage): Promise<unknown> {
  const body: unknown = JSON.parse(await text(request))
  const scans: unknown = Reflect.get(Object(body), 'scans') ?? [body]
  if (!Array.isArray(scans)) return undefined
  const rows = scans.map((scan) => ({ id: randomUUID(), scan: JSON.stringify(scan) }))
  await writeScans(rows)
  return { success: true, scans: rows.map(({ id }) => ({ id, threat_level: 'safe' })) }
}

const server = createServer(async (request, response) => {
  const found = await (request.method === 'POST'
    ? takeScans(request)
    : answer(request.url ?? '', request.headers.authorization ?? ''))
  const body = JSON.stringify(found ?? {})
  response.writeHead(found === undefined ? 404 : 200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') process.send?.(address?.port)
})
