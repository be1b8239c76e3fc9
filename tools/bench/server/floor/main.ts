import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { addressOf } from '../../../../tests/support/browser/place.ts'
import { answersOf } from './answers.ts'
import { holding, openQuery } from './query.ts'
import { openWriter } from './writer.ts'

/*
 * The machine's best: node:http alone looks the bearer token up in the same database, makes the
 * same queries and sends the same bytes. No router, no schemas, no headers but those that a client
 * needs; it is not fit for production.
 */

const address = addressOf(process.env.DATABASE_URL ?? '')
const query = openQuery(address)
const writeScans = openWriter(address)
const answers = answersOf(query, holding(address))
const findSession = query(
  `select users.id, users.role from sessions join users on users.id = sessions.user_id
   where sessions.token_hash = ? and sessions.expires_at > ? and sessions.last_used_at > ?
   and users.is_active = 1`,
)
const idleMs = 60 * 60 * 1000

async function answer(path: string, authorization: string): Promise<unknown> {
  const token = hash(authorization)
  const now = Date.now()
  const [user] = await findSession([
    token,
    new Date(now).toISOString(),
    new Date(now - idleMs).toISOString(),
  ])
  return user === undefined ? undefined : answers[path]?.(String(user.id))
}

const findKey = query(
  `select organization_id from gateway_keys
   join organizations on organizations.id = gateway_keys.organization_id
   where key_hash = ? and revoked_at is null and suspended_at is null`,
)

const hash = (authorization: string) =>
  createHash('sha256').update(authorization.slice('Bearer '.length)).digest('hex')

/** Keeps the scans of users of the organization, and adds them to all totals; no flags, no webhooks. */
async function takeScans(request: IncomingMessage): Promise<unknown> {
  const body: unknown = JSON.parse(await text(request))
  const [key] = await findKey([hash(request.headers.authorization ?? '')])
  if (key === undefined) return undefined
  const scans: unknown = Reflect.get(Object(body), 'scans') ?? [body]
  if (!Array.isArray(scans)) return undefined
  return { success: true, scans: await writeScans(String(key.organization_id), scans) }
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
