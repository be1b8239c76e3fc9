import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Configuration } from '../../core/configuration.ts'
import type { Log } from '../../core/log.ts'
import { isNamed } from '../../core/networks.ts'
import { requestAddress } from '../forwarded.ts'
import { givenRequestId, requestId } from './request-id.ts'

/** Called for each request when it arrives, before it is answered. */
export type WatchRequest = (request: IncomingMessage, response: ServerResponse) => void

/** Logs one line for each completed request, without the query, which may hold a signature. */
export function createAccessLog(
  log: Log,
  { trustedProxies, tracingProxies }: Pick<Configuration, 'trustedProxies' | 'tracingProxies'>,
): WatchRequest {
  return (request, response) => {
    const { method = '', url = '', socket } = request
    const id = requestId(request)
    const given = isNamed(tracingProxies, socket.remoteAddress)
      ? givenRequestId(request)
      : undefined
    const startedMs = performance.now()
    // Read now, because a closed socket has no address.
    const address = requestAddress(request, trustedProxies)
    response.once('close', () => {
      log('info', 'request', {
        request: id,
        ...(given === undefined ? {} : { proxy_request: given }),
        method,
        path: url.split('?', 1)[0] ?? '',
        status: response.statusCode,
        ms: Math.round((performance.now() - startedMs) * 10) / 10,
        address,
        ...(response.writableFinished ? {} : { aborted: true }),
      })
    })
  }
}
