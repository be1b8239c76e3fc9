import * as v from 'valibot'
import { filledLine, givenLine, givenLines, id } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'
import { limits } from '../core/limits.ts'

export const supportRequestTypes = [
  'team_assistance',
  'high_risk_user',
  'false_positive',
  'technical_issue',
  'general_support',
] as const

export const supportPriorities = ['low', 'medium', 'high', 'urgent'] as const

export const tooManyRequests = defineError(429, 'too_many_requests', {
  description: 'The user has sent too many requests within the last hour',
  sentence: () => 'You have sent many requests within the last hour. Try again later.',
})

/** A request as it is listed; its subject and text are in its mail alone. */
export const supportRequestFields = {
  id: field(id, 'The id of the request.', shown.request),
  request_type: field(
    v.fallback(v.picklist(supportRequestTypes), 'general_support'),
    'What the request is about.',
    'false_positive',
  ),
  priority: field(v.fallback(v.picklist(supportPriorities), 'medium'), 'How urgent it is.'),
}

export const supportRequestEndpoint = defineEndpoint('POST /team/support-request', {
  summary: 'Send a request to support',
  access: 'view:team',
  input: v.strictObject({
    request_type: field(
      v.picklist(supportRequestTypes),
      'What the request is about.',
      'false_positive',
    ),
    priority: field(v.picklist(supportPriorities), 'How urgent it is.'),
    subject: field(
      filledLine(limits.supportSubject),
      'The request in one line.',
      'A newsletter is blocked',
    ),
    description: field(
      v.pipe(givenLines(limits.supportDescription), v.minLength(1)),
      'The request.',
      'The newsletter of our supplier is in quarantine since Monday.',
    ),
    team_member_affected: field(
      v.nullish(givenLine(limits.name), null),
      'The name of the team member that it is about, if any.',
      'Rania Khoury',
    ),
  }),
  errors: [tooManyRequests],
})
