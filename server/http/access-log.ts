import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../core/log.ts'
import { requestAddress } from './forwarded.ts'
import { requestId, requestIdHeader } from './request-id.ts'

/** Sees each request when it comes, before anything answers it. */
export type WatchRequest = (request: IncomingMessage, response: ServerResponse) => void

/** One line for each request when it is over. The query may hold a signature, and is left out. */
export function createAccessLog(log: Log, trustedProxies: number): WatchRequest {
  return (request, response) => {
    const { method = '', url = '' } = request
    const id = requestId(request, trustedProxies)
    const startedMs = performance.now()
    // While there is a socket that says so.
    const address = requestAddress(request, trustedProxies)
    response.setHeader(requestIdHeader, id)
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
