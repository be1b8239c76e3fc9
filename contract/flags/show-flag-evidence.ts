import * as v from 'valibot'
import { object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { flagFields, flagValue } from './flag.ts'

/**
 * GET /flags/evidence, an addition: how many dangerous mails from a domain the signed-in user has
 * received, as far as they are kept. Only domains are kept, so an address counts as its domain.
 */
export const showFlagEvidenceEndpoint = defineEndpoint({
  method: 'GET',
  path: '/flags/evidence',
  access: 'manage:flags',
  input: v.strictObject({ value: flagValue }),
  output: object({ dangerous_emails: v.number() }),
})

export const showFlagEvidenceCall = describeCall(showFlagEvidenceEndpoint, {
  summary: 'How many dangerous mails the signed-in user received from a domain',
  tag: 'Flags',
  fields: [
    flagFields,
    { dangerous_emails: 'Dangerous mails from the domain that are still kept.' },
  ],
  examples: { input: { value: 'lookalike.example' }, output: { dangerous_emails: 3 } },
})
