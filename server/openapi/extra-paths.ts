import { internalError, unavailable } from '../../contract/common-errors.ts'
import type { Answer, DocumentedCall } from './documented-call.ts'
import { errorResponses } from './error-responses.ts'

const page: Answer['content'] = {
  'text/html': { schema: { type: 'string' }, example: '<!doctype html>…' },
}
const text = { type: 'string' } as const

/** Paths of the server that are not calls of the contract. */
export const extraPaths: Record<string, Record<string, DocumentedCall>> = {
  '/receipts/{number}': {
    get: {
      operationId: 'getReceipt',
      summary: 'A receipt to read and print, by the signed link of generate-receipt',
      description: 'A page without scripts, in the language of the reader.',
      tags: ['Administration'],
      security: [],
      parameters: [
        {
          ...{ name: 'number', in: 'path', required: true, schema: text },
          ...{ description: 'The number of the receipt.', example: 'AMAN-2025-0001' },
        },
        {
          ...{ name: 'expires', in: 'query', required: true, schema: text },
          ...{
            description: 'When the link expires, in seconds since 1970.',
            example: '1760000000',
          },
        },
        {
          ...{ name: 'signature', in: 'query', required: true, schema: text },
          ...{ description: 'The signature of the link.', example: 'Zm9vYmFy' },
        },
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
      description: 'OpenAPI 3.1; `/api/docs` shows it as a page where that is enabled.',
      tags: ['Server'],
      security: [],
      parameters: [],
      responses: {
        200: {
          description: 'The document',
          content: {
            'application/json': { schema: { type: 'object' }, example: { openapi: '3.1.0' } },
          },
        },
      },
    },
  },
}
