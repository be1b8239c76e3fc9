import { setTimeout } from 'node:timers/promises'
import { mostWaiting } from '../../server/http/pipelining.ts'
import { quantile } from '../../tests/support/statistics.ts'
import { type Row, row } from '../prove/attack.ts'
import type { RunningServer } from '../prove/server.ts'
import { times } from '../prove/until.ts'
import { figuresOf, type Watcher, watch } from '../prove/watcher.ts'
import { openRaw } from './raw-client.ts'

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

/** Calm rounds and loaded ones in turn, so that both see the same machine. */
export async function pipeline(server: RunningServer): Promise<Row[]> {
  await using health = watch(server.url, '', [{ path: '/health' }], { pauseMs: 5 })
  const rows: Row[] = []
  for (const [fault, requests] of loads) {
    await health.during(() => setTimeout(roundMs))
    rows.push(await measure(server, health, fault, request.repeat(requests)))
  }
  return rows
}

async function measure(
  server: RunningServer,
  health: Watcher,
  fault: string,
  bytes: string,
): Promise<Row> {
  const before = await server.residentMegabytes()
  const calm: number[] = []
  const loaded: number[] = []
  const failed: string[] = []
  let most = before
  for (let round = 0; round < rounds; round += 1) {
    const { waits } = await health.during(() => setTimeout(roundMs))
    const sampling = setInterval(async () => {
      most = Math.max(most, await server.residentMegabytes())
    }, 50)
    const { waits: busy } = await health.during(() => flood(server.port, bytes))
    clearInterval(sampling)
    calm.push(...waits.ms)
    loaded.push(...busy.ms)
    failed.push(...waits.failed, ...busy.failed)
  }
  const more = most - before
  const slower = quantile(loaded, 0.5) / quantile(calm, 0.5)
  return row({
    fault,
    tried: rounds * connections,
    expected: `${mostMegabytes} MB more at most, the median of /api/health ${mostTimesCalm} times its calm one at most`,
    figures: `${more.toFixed(0)} MB more; median / p99 / longest ${figuresOf(calm)} ms calm, ${figuresOf(loaded)} ms under load: ${slower.toFixed(1)} times`,
    problems: [
      ...failed,
      ...(more < mostMegabytes ? [] : ['memory grows']),
      ...(slower <= mostTimesCalm ? [] : ['others wait']),
    ],
  })
}

async function flood(port: number, bytes: string): Promise<void> {
  const end = performance.now() + roundMs
  await times(connections, async () => {
    while (performance.now() < end) {
      const socket = await openRaw(port)
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
