import { setTimeout } from 'node:timers/promises'
import { mostWaiting } from '../../../server/http/connections/pipelining.ts'
import type { RunningServer } from '../../../tests/support/server/running-server.ts'
import { median } from '../../../tests/support/server/statistics.ts'
import { times } from '../../../tests/support/until.ts'
import { openConnection } from '../../../tests/support/wire.ts'
import { type Row, row } from '../prove/attack.ts'
import { type Bystanders, watchBystanders } from '../prove/bystanders.ts'

const connections = 20
const rounds = 6
const roundMs = 2000
const mostMegabytes = 150
const mostTimesCalm = 5

const request = 'GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
/** As many as fit into 64 kB, and as many as the server answers. */
const loads = [
  ['64 kB of requests on each of 20 connections, never read', Math.floor(65_536 / request.length)],
  [`${mostWaiting} requests on each of 20 connections, never read`, mostWaiting],
] as const

export async function pipeline(server: RunningServer): Promise<Row[]> {
  const looks = [{ path: '/health' }]
  const options = { pauseMs: 5, calmMs: roundMs / 2 }
  await using others = await watchBystanders(server.url, '', looks, options)
  const rows: Row[] = []
  for (const [fault, requests] of loads) {
    rows.push(await measure(server, others, fault, request.repeat(requests)))
  }
  return rows
}

async function measure(
  server: RunningServer,
  others: Bystanders,
  fault: string,
  bytes: string,
): Promise<Row> {
  const before = server.residentMegabytes()
  let most = before
  const sampling = setInterval(() => {
    most = Math.max(most, server.residentMegabytes())
  }, 50)
  const { problems, calm, attacked, figures } = await others
    .compare(() => flood(server.port, bytes), rounds)
    .finally(() => clearInterval(sampling))
  const more = most - before
  const slower = median(attacked) / median(calm)
  return row({
    fault,
    tried: rounds * connections,
    expected: `${mostMegabytes} MB more at most, the median of /api/health ${mostTimesCalm} times its calm one at most`,
    figures: `${more.toFixed(0)} MB more; ${figures}: ${slower.toFixed(1)} times`,
    problems: [
      ...problems,
      ...(more < mostMegabytes ? [] : ['memory grows']),
      ...(slower <= mostTimesCalm ? [] : ['others wait']),
    ],
  })
}

async function flood(port: number, bytes: string): Promise<void> {
  const end = performance.now() + roundMs
  await times(connections, async () => {
    while (performance.now() < end) {
      const socket = await openConnection(port)
      socket.pause()
      socket.write(bytes)
      // A connection that is not read does not tell its end; writing finds it out.
      while (performance.now() < end && !socket.destroyed) {
        await setTimeout(200)
        socket.write('\r\n')
      }
      socket.destroy()
    }
  })
}
