import { internalError, unavailable } from '../../contract/core/common-errors.ts'
import { exampleOf } from '../../contract/core/examples.ts'
import { type SentEvent, webhookEvents } from '../../contract/webhooks/webhook.ts'
import { eventSchema, sentEvents } from '../webhooks/events.ts'
import {
  type Answer,
  type DocumentedCall,
  errorResponses,
  type Parameter,
} from './documented-call.ts'
import { nameSchema, outputSchema, type Schemas } from './schemas.ts'

/** The headers of Standard Webhooks. */
const headers: readonly Parameter[] = [
  {
    ...{ name: 'webhook-id', in: 'header', required: true, schema: { type: 'string' } },
    description: 'The id of the message, the same for every attempt and every webhook.',
    example: '0198a3c2-d1f0-7e42-9b37-6c5a4e2f8d10',
  },
  {
    ...{ name: 'webhook-timestamp', in: 'header', required: true, schema: { type: 'string' } },
    description: 'The time of this attempt, in seconds since 1970.',
    example: '1773568800',
  },
  {
    ...{ name: 'webhook-signature', in: 'header', required: true, schema: { type: 'string' } },
    description:
      '`v1,` and the base64 of HMAC-SHA-256 over the id, a dot, the timestamp, a dot and the body. There may be several with spaces between; one that is right is enough.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
]

/** The messages to webhooks, by event. */
export function describeWebhooks(schemas: Schemas): Record<string, { post: DocumentedCall }> {
  const events: readonly SentEvent[] = [...webhookEvents, 'test']
  return Object.fromEntries(events.map((event) => [event, { post: operationOf(event, schemas) }]))
}

function operationOf(event: SentEvent, schemas: Schemas): DocumentedCall {
  const { summary, description } = sentEvents[event]
  const schema = eventSchema(event)
  const title = event.replaceAll(/(?:^|\W)(\w)/g, (_, letter: string) => letter.toUpperCase())
  return {
    operationId: `webhook${title}`,
    summary,
    description,
    tags: ['Webhooks'],
    security: [],
    parameters: headers,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: nameSchema(`${title}Message`, outputSchema(schema), schemas),
          example: exampleOf(schema),
        },
      },
    },
    responses: {
      '2XX': { description: 'The message was taken, within 15 seconds' },
      410: { description: 'The webhook is not wanted any more, and is paused' },
      default: { description: 'The message is repeated later' },
    },
  }
}

const page: Answer['content'] = {
  'text/html': { schema: { type: 'string' }, example: '<!doctype html>…' },
}

function parameter(
  name: string,
  place: Parameter['in'],
  description: string,
  example: string,
  required = true,
): Parameter {
  return { name, in: place, required, description, example, schema: { type: 'string' } }
}

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
        parameter('number', 'path', 'The number of the receipt.', 'AMAN-2025-0001'),
        parameter(
          'expires',
          'query',
          'When the link expires, in seconds since 1970.',
          '1760000000',
        ),
        parameter('signature', 'query', 'The signature of the link.', 'Zm9vYmFy'),
        parameter(
          'locale',
          'query',
          'The language of the page, `en` or `ar`; English without it. Not signed.',
          'ar',
          false,
        ),
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
        parameter(
          'organization_id',
          'path',
          'The organization of the provider.',
          '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
        ),
        parameter('state', 'query', 'The state of the single sign-on.', 'Zm9vYmFy'),
        parameter('code', 'query', 'The code of the provider.', 'YmFyZm9v', false),
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
