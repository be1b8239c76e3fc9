import * as v from 'valibot'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { tooManyRequests } from '../support-requests/support-request.ts'

export const showOwnDataEndpoint = defineEndpoint('POST /account/data', {
  summary: 'All that is kept about the user',
  description:
    'The same as the command `export-user` prints. A POST, because it leaves a line in the audit trail.',
  access: 'signed-in',
  requiresRecentConfirmation: true,
  timeoutMs: 60_000,
  output: v.looseObject({
    exported_at: field(v.string(), 'When the data was read.', '2026-03-02T09:30:00.000Z'),
  }),
  errors: [tooManyRequests],
})

export const askForErasureEndpoint = defineEndpoint('POST /account/erasure', {
  summary: 'Ask to be removed',
  description: 'Support and the active team leads of the organization get a mail.',
  access: 'signed-in',
  errors: [tooManyRequests],
})
