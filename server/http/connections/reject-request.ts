import type { IncomingMessage, ServerResponse } from 'node:http'
import { unknownHost } from '../../../contract/core/common-errors.ts'
import { errorBody, HttpError } from '../../core/http-error.ts'
import { notKept } from '../json-answer.ts'
import { makeLast } from './last-request.ts'

/** The same response that Node sends for a request that it cannot parse. */
export function rejectRequest(
  request: IncomingMessage,
  response: ServerResponse,
  status: 400 | 417,
): void {
  makeLast(request, response)
  response.writeHead(status).end()
}

const otherHost = JSON.stringify(errorBody(new HttpError(unknownHost, {})))

/** 421 Misdirected Request (RFC 9110, section 15.5.20). */
export function rejectHost(response: ServerResponse): void {
  response.writeHead(421, { 'Content-Type': 'application/json', ...notKept }).end(otherHost)
}
