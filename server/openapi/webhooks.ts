import { exampleOf } from '../../contract/core/examples.ts'
import { type SentEvent, webhookEvents } from '../../contract/webhooks/webhook.ts'
import { eventSchema, sentEvents } from '../webhooks/events.ts'
import type { DocumentedCall, Parameter } from './documented-call.ts'
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
