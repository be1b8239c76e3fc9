import * as v from 'valibot'
import { count, givenId, object, time } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { message } from './message-fields.ts'

/** A summary of one sender's mail to one user. */
const senderHistory = object({
  safe: field(count, 'How many were safe.', 0),
  suspicious: field(count, 'How many were suspicious.', 2),
  malicious: field(count, 'How many were malicious.', 1),
  first_at: field(time, 'When the first of them came.', '2025-02-11T08:00:00.000Z'),
  last_at: field(time, 'When the last of them came.'),
  is_part: field(
    v.optional(v.boolean(), false),
    'Whether there are more, and only the newest were counted.',
    false,
  ),
})
export type SenderHistory = v.InferOutput<typeof senderHistory>

/** Another user's mail is as unknown as one that never was, or that was deleted. */
export const unknownMessage = defineError(404, 'unknown_message', {
  description: 'The user has no such mail, or it was deleted',
  sentence: () => 'You have no such mail. Safe and suspicious mail is deleted after 30 days.',
})

export const showOneMessageEndpoint = defineEndpoint('GET /messages/:id', {
  summary: 'One mail of the signed-in user, with the history of its sender',
  description: `The history counts the newest ${limits.senderHistory} mails of the domain that are kept. Of malicious mail only the domain is kept, so the history of an address has none.`,
  access: 'view:own',
  takesLocale: true,
  input: v.strictObject({ id: field(givenId, 'The mail.', shown.message) }),
  output: object({
    message: field(message, 'The mail.'),
    of_domain: field(
      senderHistory,
      'The mail of the domain of the sender to the signed-in user, this one included.',
    ),
    of_address: field(
      v.nullish(senderHistory, null),
      'The same of the address of the sender; null if only the domain is known.',
    ),
  }),
  errors: [unknownMessage],
})
