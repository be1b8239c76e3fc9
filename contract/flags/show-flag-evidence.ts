import * as v from 'valibot'
import { object } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { flag, flagValue } from './flag.ts'

/**
 * How many dangerous mails from a domain the signed-in user has received, as far as they are kept.
 * Only domains are kept, so an address counts as its domain.
 */
export const showFlagEvidenceEndpoint = defineEndpoint('GET /flags/evidence', {
  summary: 'How many dangerous mails the signed-in user received from a domain',
  access: 'manage:flags',
  input: v.strictObject({
    value: field(flagValue, flag.entries.value),
  }),
  output: object({
    dangerous_emails: field(v.number(), 'Dangerous mails from the domain that are still kept.', 3),
  }),
})
