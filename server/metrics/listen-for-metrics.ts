import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { secondMs } from '../core/clock.ts'
import { cannotListen } from '../http/connections/cannot-listen.ts'
import { closeServer } from '../http/connections/close-server.ts'
import { createHostRule, isForOtherHost } from '../http/connections/host.ts'
import { notKept } from '../http/json-answer.ts'
import type { Metrics } from './create-metrics.ts'

export interface MetricsAddress {
  readonly host: string
  readonly port: number
}

/** Prometheus keeps one connection; the rest is for people who look. */
const mostConnections = 20

/**
 * Answers GET /metrics on an address of its own, which the public port never does.
 * @throws StartError if the address is not available
 */
export async function listenForMetrics({ host, port }: MetricsAddress, metrics: Metrics) {
  // No page of another site may read it through the browser of someone on this machine.
  const answersHost = createHostRule({ host, publicUrl: null, allowedHosts: [] })
  const server = createServer({ requestTimeout: 10 * secondMs }, (request, response) => {
    const { method = '', url = '' } = request
    if (isForOtherHost(request, answersHost)) refuse(response, 421)
    else if (url.split('?', 1)[0] !== '/metrics') refuse(response, 404)
    else if (method !== 'GET' && method !== 'HEAD') refuse(response, 405)
    else void answer(metrics, response)
  })
  server.maxConnections = mostConnections
  try {
    server.listen({ host, port })
    await once(server, 'listening')
  } catch (cause) {
    throw cannotListen(`METRICS_ADDRESS ${host}:${port}`, 'METRICS_ADDRESS', cause)
  }
  return { close: () => closeServer(server) }
}

async function answer(metrics: Metrics, response: ServerResponse): Promise<void> {
  try {
    const text = await metrics.text()
    response.writeHead(200, { 'Content-Type': metrics.contentType, ...notKept }).end(text)
  } catch {
    refuse(response, 500)
  }
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, notKept).end()
}
