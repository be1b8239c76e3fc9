import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { addressOf } from '../../database.ts'
import { answersOf } from './answers.ts'
import { openQuery } from './query.ts'

/*
 * What the machine can do at best: node:http alone looks the bearer token up in the same database,
 * makes the same queries and sends the same bytes. No router, no schemas, no headers but those that a
 * client needs; nobody could run this for real.
 */

const query = openQuery(addressOf(process.env.DATABASE_URL ?? ''))
const answers = answersOf(query)
const findSession = query(
  `select users.id, users.role from sessions join users on users.id = sessions.user_id
   where sessions.token_hash = ? and sessions.expires_at > ? and sessions.last_used_at > ?
   and users.is_active = 1`,
)
const idleMs = 60 * 60 * 1000

async function answer(path: string, authorization: string): Promise<unknown> {
  const token = createHash('sha256').update(authorization.slice('Bearer '.length)).digest('hex')
  const now = Date.now()
  const [person] = await findSession([
    token,
    new Date(now).toISOString(),
    new Date(now - idleMs).toISOString(),
  ])
  return person === undefined ? undefined : answers[path]?.(String(person.id))
}

const server = createServer(async (request, response) => {
  const found = await answer(request.url ?? '', request.headers.authorization ?? '')
  const body = JSON.stringify(found ?? {})
  response.writeHead(found === undefined ? 404 : 200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') process.send?.(`http://127.0.0.1:${address?.port}`)
})
