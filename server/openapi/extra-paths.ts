import { internalError, unavailable } from '../../contract/common-errors.ts'
import type { Answer, DocumentedCall } from './documented-call.ts'
import { errorResponses } from './error-responses.ts'

const page: Answer['content'] = { 'text/html': { schema: { type: 'string' } } }
const text = { type: 'string' } as const

/** Paths of the server that are not calls of the contract. */
export const extraPaths: Record<string, Record<string, DocumentedCall>> = {
  '/receipts/{number}': {
    get: {
      operationId: 'getReceipt',
      summary: 'A receipt to read and print, by the signed link of generate-receipt',
      tags: ['Administration'],
      security: [],
      parameters: [
        { name: 'number', in: 'path', required: true, schema: text },
        { name: 'expires', in: 'query', required: true, schema: text },
        { name: 'signature', in: 'query', required: true, schema: text },
      ],
      responses: {
        200: { description: 'The receipt', content: page },
        403: { description: 'The link was changed, or has expired', content: page },
        ...errorResponses([internalError, unavailable]),
      },
    },
  },
  '/openapi.json': {
    get: {
      operationId: 'getOpenapiJson',
      summary: 'This document',
      tags: ['Server'],
      security: [],
      parameters: [],
      responses: {
        200: {
          description: 'The document',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
      },
    },
  },
}
