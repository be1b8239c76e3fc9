import { internalError, unavailable } from '../../contract/core/common-errors.ts'
import type { Answer, DocumentedCall } from './documented-call.ts'
import { errorResponses } from './error-responses.ts'

const page: Answer['content'] = {
  'text/html': { schema: { type: 'string' }, example: '<!doctype html>…' },
}
const text = { type: 'string' } as const

/** Paths of the server that are not calls of the contract. */
export const extraPaths = (): Record<string, Record<string, DocumentedCall>> => ({
  '/receipts/{number}': {
    get: {
      operationId: 'getReceipt',
      summary: 'A receipt to read and print, by the signed link of generate-receipt',
      description: 'A page without scripts.',
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
        {
          ...{ name: 'locale', in: 'query', required: false, schema: text },
          ...{
            description: 'The language of the page, `en` or `ar`; English without it. Not signed.',
            example: 'ar',
          },
        },
      ],
      responses: {
        200: { description: 'The receipt', content: page },
        403: { description: 'The link was changed, or has expired', content: page },
        ...errorResponses([internalError, unavailable]),
      },
    },
  },
  '/auth/login/single-sign-on/callback/{organization_id}': {
    get: {
      operationId: 'getSingleSignOnCallback',
      summary: 'Where an identity provider sends the browser after single sign-on',
      description:
        'Not for clients. Leads to the page to sign in, with a one-time code or a problem in the fragment.',
      tags: ['Sign-in'],
      security: [],
      parameters: [
        {
          ...{ name: 'organization_id', in: 'path', required: true, schema: text },
          ...{
            description: 'The organization of the provider.',
            example: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
          },
        },
        {
          ...{ name: 'state', in: 'query', required: true, schema: text },
          ...{ description: 'The state of the single sign-on.', example: 'Zm9vYmFy' },
        },
        {
          ...{ name: 'code', in: 'query', required: false, schema: text },
          ...{ description: 'The code of the provider.', example: 'YmFyZm9v' },
        },
      ],
      responses: {
        303: { description: 'The page to sign in' },
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
})
