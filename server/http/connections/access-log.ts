import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../../core/log.ts'
import { requestAddress } from '../forwarded.ts'
import { requestId } from './request-id.ts'

/** Called for each request when it arrives, before it is answered. */
export type WatchRequest = (request: IncomingMessage, response: ServerResponse) => void

/** Logs one line for each completed request, without the query, which may hold a signature. */
export function createAccessLog(log: Log, trustedProxies: number): WatchRequest {
  return (request, response) => {
    const { method = '', url = '' } = request
    const id = requestId(request, trustedProxies)
    const startedMs = performance.now()
    // Read now, because a closed socket has no address.
    const address = requestAddress(request, trustedProxies)
    response.once('close', () => {
      log('info', 'request', {
        request: id,
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
