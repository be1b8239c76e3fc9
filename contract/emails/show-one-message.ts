import * as v from 'valibot'
import { count, givenId, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { message, messageExample, messageFields } from './message-fields.ts'

/** A summary of one sender's mail to one user. */
const senderHistory = object({
  safe: count,
  suspicious: count,
  malicious: count,
  first_at: v.nullish(v.string(), null),
  last_at: v.nullish(v.string(), null),
  /** There is more: only the newest are counted. */
  is_part: v.optional(v.boolean(), false),
})
export type SenderHistory = v.InferOutput<typeof senderHistory>

/** GET /messages/{id}, an addition: one mail of the signed-in user, with the history of its sender. */
export const showOneMessageEndpoint = defineEndpoint({
  method: 'GET',
  path: '/messages/:id',
  access: 'view:own',
  takesLocale: true,
  input: v.strictObject({ id: givenId }),
  output: object({
    message,
    of_domain: senderHistory,
    /** Null if only the domain of the sender is known. */
    of_address: v.nullish(senderHistory, null),
  }),
})

/** Another user's mail is as unknown as one that never was, or that was deleted. */
export const unknownMessage = defineError({
  code: 'unknown_message',
  status: 404,
  description: 'The user has no such mail, or it was deleted',
  params: noParams,
  sentence: () => 'You have no such mail. Safe and suspicious mail is deleted after 30 days.',
})

export const showOneMessageCall = describeCall(showOneMessageEndpoint, {
  summary: 'One mail of the signed-in user, with the history of its sender',
  description: `The history counts the newest ${limits.senderHistory} mails of the domain that are kept. Of malicious mail only the domain is kept, so the history of an address has none.`,
  tag: 'Dashboards',
  fields: [
    messageFields,
    {
      id: { description: 'The mail.', example: messageExample.id },
      message: 'The mail.',
      of_domain: 'The mail of the domain of the sender to the signed-in user, this one included.',
      of_address: 'The same of the address of the sender; null if only the domain is known.',
      safe: 'How many were safe.',
      suspicious: 'How many were suspicious.',
      malicious: 'How many were malicious.',
      first_at: { description: 'When the first of them came.', format: 'date-time' },
      last_at: { description: 'When the last of them came.', format: 'date-time' },
      is_part: 'Whether there are more, and only the newest were counted.',
    },
  ],
  examples: {
    input: { id: '0198a3c2-8e77-7f20-b6a1-d05c3b9e7a42' },
    output: {
      message: messageExample,
      of_domain: {
        safe: 0,
        suspicious: 2,
        malicious: 1,
        first_at: '2025-02-11T08:00:00.000Z',
        last_at: '2025-03-01T09:30:00.000Z',
        is_part: false,
      },
      of_address: {
        safe: 0,
        suspicious: 2,
        malicious: 0,
        first_at: '2025-02-11T08:00:00.000Z',
        last_at: '2025-03-01T09:30:00.000Z',
        is_part: false,
      },
    },
  },
  errors: [unknownMessage],
})
