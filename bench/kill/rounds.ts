import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '../../server/database/open.ts'
import {
  type MadeUser,
  makeGatewayKey,
  makeOrganization,
  makeUser,
} from '../../tests/support/factories.ts'
import { startServerProcess } from '../../tests/support/server-process.ts'
import { inspect } from './inspect.ts'
import { reportUntilDead } from './reporter.ts'

const connections = 4
const longestLifeMs = 400

export interface KillFigures {
  kills: number
  acknowledged: number
  lost: number
  disagreeing: number
  corrupt: number
}

/** Every round: start on the same file, report from several connections, SIGKILL, look. */
export async function killRepeatedly(folder: string, kills: number): Promise<KillFigures> {
  const path = join(folder, 'aman.db')
  const { user, key } = await prepare(path)
  const acknowledged = new Set<string>()
  const figures = { kills, acknowledged: 0, lost: 0, disagreeing: 0, corrupt: 0 }
  for (let round = 0; round < kills; round += 1) {
    const server = await startServerProcess({ DATABASE_URL: `file:${path}` })
    const { url } = server
    if (url === undefined) throw new Error(`no start: ${server.output().stderr}`)
    const reporting = Array.from({ length: connections }, () =>
      reportUntilDead(url, key, user.email, (ids) => {
        for (const id of ids) acknowledged.add(id)
      }),
    )
    await setTimeout(Math.random() * longestLifeMs)
    await server.end('SIGKILL')
    await Promise.all(reporting)
    const found = await inspect(path, acknowledged)
    figures.lost += found.lost
    figures.disagreeing += found.disagreeing
    figures.corrupt += found.corrupt
  }
  return { ...figures, acknowledged: acknowledged.size }
}

async function prepare(path: string): Promise<{ user: MadeUser; key: string }> {
  const database = await openDatabase(path)
  const place = { database, clock: () => new Date() }
  const organizationId = await makeOrganization(place)
  const user = await makeUser(place, { organizationId })
  const key = await makeGatewayKey(place, organizationId)
  await database.destroy()
  return { user, key }
}
