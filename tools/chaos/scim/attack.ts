import * as v from 'valibot'
import { openPlace } from '../../../tests/support/browser/place.ts'
import { startSmtpServer } from '../../../tests/support/mail/smtp-server.ts'
import { entraUser, makeScimToken } from '../../../tests/support/scim/scim.ts'
import { attacksAt, keys, ways } from '../../../tests/support/scim/scim-attacks.ts'
import { besides, inactive } from '../../../tests/support/scim/scim-leavers.ts'
import { type Client, openClient } from '../../../tests/support/server/client.ts'
import { startServer } from '../../../tests/support/server/running-server.ts'
import { until } from '../../../tests/support/until.ts'
import { makeUser, type Place } from '../../../tests/support/worlds/factories.ts'
import { type Attack, bothEngines, row } from '../prove/attack.ts'
import type { Stage } from '../prove/stage.ts'
import { starve } from './starve.ts'

/** Two words that no list of common passwords has. */
const password = 'violet kettle drum'
const environment = { PUBLIC_URL: 'https://aman.cedar.example', TRUST_PROXY: '1' }

export const scimAttack: Attack = {
  name: 'scim',
  engines: bothEngines,
  async try(stage) {
    const besideEachOther = await Promise.all([reachPrototypes(stage), leave(stage)])
    return [...besideEachOther, await starve(stage)]
  },
}

/** After the attacks at each attribute another user signs in and forgets the password. */
async function reachPrototypes(stage: Stage) {
  const databaseUrl = await stage.newDatabase()
  await using place = await openPlace(databaseUrl)
  const { token } = await makeScimToken(place)
  await using smtp = await startSmtpServer()
  await using server = await startServer(databaseUrl, { ...environment, SMTP_URL: smtp.url })
  const client = openClient(server.url)
  const id = await create(client, token, entraUser())
  const problems: string[] = []
  let tried = 0
  for (const [position, way] of ways.entries()) {
    // Each attribute with a third of the keys in turn; the tests try each with all.
    const chosen = keys.filter((_, index) => index % 3 === position % 3)
    for (const { method, path, body } of attacksAt(way, id, chosen)) {
      const { status, text } = await client.send(method, `/scim/v2${path}`, { token, body })
      if (status === 0 || status >= 500) problems.push(`${method} ${way}: ${status} ${text}`)
      tried += 1
    }
    problems.push(...(await liveOn(place, client, smtp, position)))
  }
  client.end()
  return row({
    fault: "an identity provider's values lead to what all objects inherit",
    tried,
    expected: 'no 5xx; others sign in, and links for their passwords go to them alone',
    figures: `${ways.length} attributes; ${smtp.received.length} links, each to its user`,
    problems: [...problems, ...server.failures().map((line) => `logged ${line}`)],
  })
}

/** @returns what another user cannot do any more */
async function liveOn(
  place: Place,
  client: Client,
  { received }: { readonly received: readonly { readonly envelope: readonly string[] }[] },
  position: number,
): Promise<string[]> {
  const user = await makeUser(place, { password, role: 'super_admin' })
  const headers = { 'x-forwarded-for': `192.0.2.${position + 1}` }
  const body = { username: user.username, password }
  const signIn = await client.send('POST', '/auth/login', { headers, body })
  const asked = await client.send('POST', '/auth/forgotten-password', {
    headers,
    body: { login: user.email },
  })
  const mailed = () =>
    received.filter(({ envelope }) => envelope.includes(`RCPT TO:<${user.email}>`))
  const hasCome = await until(() => mailed().length > 0, { mostMs: 20_000 })
  const strangers = mailed().filter(({ envelope }) => envelope.length !== 2)
  return [
    ...(signIn.status === 200 ? [] : [`sign-in: ${signIn.status} ${signIn.text}`]),
    ...(asked.status === 200 ? [] : [`forgotten password: ${asked.status} ${asked.text}`]),
    ...(hasCome ? [] : ['no link came']),
    ...strangers.map(({ envelope }) => `a link goes to ${envelope.join(', ')}`),
  ]
}

/** Users who leave, in every dialect, while the provider removes something else in the same call. */
async function leave(stage: Stage) {
  const databaseUrl = await stage.newDatabase()
  await using place = await openPlace(databaseUrl)
  const { token } = await makeScimToken(place)
  await using server = await startServer(databaseUrl)
  const client = openClient(server.url)
  const problems: string[] = []
  for (const [position, [name, other]] of besides.entries()) {
    const userName = `user${position}@cedar.example`
    const emails = [{ value: userName, type: 'work' }]
    const phoneNumbers = [{ type: 'work', value: '+962 6 555 0100', primary: true }]
    const id = await create(client, token, entraUser({ userName, emails, phoneNumbers }))
    const body = { Operations: [other, inactive] }
    const { status, text } = await client.send('PATCH', `/scim/v2/Users/${id}`, { token, body })
    if (status !== 200) problems.push(`${name}: ${status} ${text}`)
  }
  const active = await place.database
    .selectFrom('users')
    .select('username')
    .where('username', 'like', 'user%@cedar.example')
    .where('is_active', '=', 1)
    .execute()
  client.end()
  return row({
    fault:
      'users leave while their provider removes what is not there, with values and unknown paths',
    tried: besides.length,
    expected: '200, and every one of them is inactive',
    figures: `${active.length} still active`,
    problems: [...problems, ...active.map(({ username }) => `${username} is active`)],
  })
}

async function create(client: Client, token: string, body: object): Promise<string> {
  const { status, text } = await client.send('POST', '/scim/v2/Users', { token, body })
  if (status !== 201) throw new Error(`${status} ${text}`)
  return v.parse(v.object({ id: v.string() }), JSON.parse(text)).id
}
