import * as v from 'valibot'
import { acknowledgement, filledLine, givenLine, givenLines } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { limits } from '../core/limits.ts'

export const supportRequestTypes = [
  'team_assistance',
  'high_risk_user',
  'false_positive',
  'technical_issue',
  'general_support',
] as const

export const supportPriorities = ['low', 'medium', 'high', 'urgent'] as const

/** POST /team/support-request (R195, R357): sends a mail to the support mailbox. */
export const supportRequestEndpoint = defineEndpoint({
  method: 'POST',
  path: '/team/support-request',
  access: 'view:team',
  input: v.strictObject({
    request_type: v.picklist(supportRequestTypes),
    priority: v.picklist(supportPriorities),
    subject: filledLine(limits.supportSubject),
    description: v.pipe(givenLines(limits.supportDescription), v.minLength(1)),
    /** The name of the team member that the request is about, if any. */
    team_member_affected: v.nullish(givenLine(limits.name), null),
  }),
  output: acknowledgement,
})

export const tooManyRequests = defineError({
  code: 'too_many_requests',
  status: 429,
  description: 'The user has sent too many requests within the last hour',
  params: noParams,
  sentence: () => 'You have sent many requests within the last hour. Try again later.',
})

export const supportRequestCall = describeCall(supportRequestEndpoint, {
  summary: 'Send a request to support',
  tag: 'Dashboards',
  fields: [
    {
      request_type: 'What the request is about.',
      priority: 'How urgent it is.',
      subject: 'The request in one line.',
      description: 'The request.',
      team_member_affected: 'The name of the team member that it is about, if any.',
    },
  ],
  examples: {
    input: {
      request_type: 'false_positive',
      priority: 'low',
      subject: 'A newsletter is blocked',
      description: 'The newsletter of our supplier is in quarantine since Monday.',
      team_member_affected: 'Rania Khoury',
    },
    output: { success: true },
  },
  errors: [tooManyRequests],
})
