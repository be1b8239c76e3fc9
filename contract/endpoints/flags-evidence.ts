import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { object } from '../fields/basic.ts'
import { flagValue } from '../fields/flag.ts'

/**
 * GET /flags/evidence, an addition: how many dangerous mails the signed-in person was sent from a
 * domain, as far as that is kept (A131). For an address its domain is meant, for no more is kept.
 */
export const flagsEvidenceEndpoint = defineEndpoint({
  method: 'GET',
  path: '/flags/evidence',
  access: 'manage:flags',
  input: v.strictObject({ value: flagValue }),
  output: object({ dangerous_emails: v.number() }),
})
