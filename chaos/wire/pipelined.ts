import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { quantile } from '../../bench/statistics.ts'
import { mostWaiting } from '../../server/http/pipelining.ts'
import type { Result } from '../prove/attack.ts'
import type { ServerUnderAttack } from '../prove/server-under-attack.ts'
import { openRaw } from './raw-client.ts'

const connections = 20
const rounds = 6
const roundMs = 2000
const sampleMs = 50
/** A client that was cut off comes back. */
const returnMs = 200
const mostMegabytes = 150
const mostTimesCalm = 5

const request = 'GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
/** As many as fit into 64 kB, and as many as the server answers. */
const loads = [
  ['64 kB of requests on each of 20 connections, never read', Math.floor(65_536 / request.length)],
  [`${mostWaiting} requests on each of 20 connections, never read`, mostWaiting],
] as const

/** Calm rounds and loaded ones in turn, so that both see the same machine. */
export async function pipeline(server: ServerUnderAttack): Promise<Result[]> {
  const health = watchHealth(server.url)
  try {
    const results: Result[] = []
    for (const [fault, requests] of loads)
      results.push(await measure(server, health, fault, requests))
    return results
  } finally {
    await health.stop()
  }
}

async function measure(
  server: ServerUnderAttack,
  health: ReturnType<typeof watchHealth>,
  fault: string,
  requests: number,
): Promise<Result> {
  await health.during(() => setTimeout(roundMs))
  const before = await server.residentMegabytes()
  const calm: number[] = []
  const loaded: number[] = []
  let most = before
  for (let round = 0; round < rounds; round += 1) {
    calm.push(...(await health.during(() => setTimeout(roundMs))))
    const sampling = setInterval(async () => {
      most = Math.max(most, await server.residentMegabytes())
    }, sampleMs)
    loaded.push(...(await health.during(() => flood(server.port, request.repeat(requests)))))
    clearInterval(sampling)
  }
  const more = most - before
  const times = quantile(loaded, 0.5) / quantile(calm, 0.5)
  const figures = [calm, loaded].map((waits) =>
    [0.5, 0.99, 1].map((part) => quantile(waits, part).toFixed(1)).join(' / '),
  )
  const failed = health.failures()
  return {
    fault,
    tried: rounds * connections,
    expected: `${mostMegabytes} MB more at most, the median of /api/health ${mostTimesCalm} times its calm one at most`,
    seen: `${more.toFixed(0)} MB more; median / p99 / longest ${figures[0]} ms calm, ${figures[1]} ms under load: ${times.toFixed(1)} times${failed.length > 0 ? `; ${failed[0]}` : ''}`,
    holds: more < mostMegabytes && times <= mostTimesCalm && failed.length === 0,
  }
}

async function flood(port: number, bytes: string): Promise<void> {
  const end = performance.now() + roundMs
  const attack = async () => {
    while (performance.now() < end) {
      const socket = await openRaw(port)
      socket.pause()
      socket.write(bytes)
      // A connection that is not read does not tell its end; writing finds it out.
      while (performance.now() < end && !socket.destroyed) {
        await setTimeout(returnMs)
        socket.write('\r\n')
      }
      socket.destroy()
    }
  }
  await Promise.all(Array.from({ length: connections }, attack))
}

function watchHealth(url: string) {
  const worker = new Worker(new URL('./health-watch.ts', import.meta.url), { workerData: url })
  let waits: number[] = []
  const failed: string[] = []
  worker.on('message', ({ ms, status }: { ms: number; status: string }) => {
    waits.push(ms)
    if (status !== '200') failed.push(`health: ${status}`)
  })
  worker.on('error', (error) => failed.push(String(error)))
  return {
    /** @returns how long each answer took, in milliseconds */
    async during(task: () => Promise<unknown>): Promise<number[]> {
      waits = []
      await task()
      return waits
    },
    failures: () => failed,
    stop: () => worker.terminate(),
  }
}
