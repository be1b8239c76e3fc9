import type { Database } from '../../../server/database/tables/tables.ts'
import { times } from '../../../tests/support/until.ts'
import { say, spell } from './raw-client.ts'
import { type Hide, shapesOf } from './shapes.ts'

export interface Judged {
  readonly tried: number
  readonly problems: readonly string[]
}

const ending = '.hidden.example'
const control = 'sent-honestly'

/** @param token of a user who may add flags */
function hiddenRequests(token: string): Hide {
  return (name) => {
    const value = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}${ending}`
    const body = JSON.stringify({ flag_type: 'red', value })
    return [
      'POST /api/flags/add HTTP/1.1',
      'Host: a',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n')
  }
}

/**
 * Sends every shape in its packets, in one packet and byte by byte, on a new connection and after
 * a good request on the same one.
 */
export async function sayUnclear(port: number, database: Database, token: string): Promise<Judged> {
  const good = 'GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n'
  const hide = hiddenRequests(token)
  const tries = shapesOf(hide).flatMap(({ name, packets, answers }) => {
    const isExpected = (statuses: string) => answers.test(statuses)
    return [
      { name, isExpected, send: () => say(port, packets) },
      { name, isExpected, send: () => say(port, [packets.join('')]) },
      { name, isExpected, send: () => spell(port, packets) },
      {
        name: `${name} after a good one`,
        // Where both arrive at once, what is wrong is found before the good one is answered.
        isExpected: (statuses: string) =>
          isExpected(statuses.replace(/^200 ?/, '')) || isExpected(statuses),
        send: () => say(port, [good, ...packets]),
      },
    ]
  })
  const problems: string[] = []
  const waiting = tries.values()
  await times(40, async () => {
    for (const { name, isExpected, send } of waiting) {
      const statuses = await send()
      if (!isExpected(statuses)) problems.push(`${name}: ${statuses || 'closed'}`)
    }
  })
  // What is sent honestly has to be heard, or nothing would show what was hidden.
  await say(port, [hide(control)])
  const flags = await database.selectFrom('flags').select('value').execute()
  const heard = flags.map(({ value }) => value).filter((value) => value.endsWith(ending))
  if (!heard.includes(control + ending)) problems.push('what was sent honestly was not heard')
  const hidden = heard.filter((value) => value !== control + ending)
  return { tried: tries.length, problems: [...problems, ...hidden.map((it) => `heard: ${it}`)] }
}
