import type { Database } from '../../server/database/tables.ts'
import { type Hide, heardOf } from './hidden-request.ts'
import { oddShapes } from './odd-shapes.ts'
import { say, spell } from './raw-client.ts'
import { unclearShapes } from './unclear-shapes.ts'

const atOnce = 40
const control = 'sent honestly'

export interface Judged {
  readonly tried: number
  readonly problems: readonly string[]
}

/**
 * Sends every shape in its packets, in one packet and byte by byte, on a new connection and after
 * a good request on the same one.
 */
export async function sayUnclear(port: number, database: Database, hide: Hide): Promise<Judged> {
  const good = 'GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n'
  const shapes = [
    ...unclearShapes(hide).map((shape) => ({ ...shape, isExpected: isErrorAnswer })),
    ...oddShapes(hide).map(({ answers, ...shape }) => ({
      ...shape,
      isExpected: (statuses: string) => answers.test(statuses),
    })),
  ]
  const tries = shapes.flatMap(({ name, packets, isExpected }) => [
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
  ])
  const problems: string[] = []
  const waiting = tries.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const { name, isExpected, send } of waiting) {
        const statuses = await send()
        if (!isExpected(statuses)) problems.push(`${name}: ${statuses || 'closed'}`)
      }
    }),
  )
  return {
    tried: tries.length,
    problems: [...problems, ...(await hearsControlAlone(port, database, hide))],
  }
}

/** One 4xx, or nothing but the end of the connection. */
function isErrorAnswer(statuses: string): boolean {
  return /^(?:4\d\d)?$/.test(statuses)
}

/** What is sent honestly has to be heard, or nothing would show what was hidden. */
async function hearsControlAlone(port: number, database: Database, hide: Hide): Promise<string[]> {
  await say(port, [hide(control)])
  const flags = await database.selectFrom('flags').select('value').execute()
  const heard = heardOf(flags.map(({ value }) => value))
  const expected = 'sent-honestly'
  return [
    ...(heard.includes(expected) ? [] : ['what was sent honestly was not heard']),
    ...heard.filter((name) => name !== expected).map((name) => `heard: ${name}`),
  ]
}
