import * as v from 'valibot'
import { acknowledgement, noInput } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { tooManyRequests } from '../support-requests/support-request.ts'

/**
 * POST /account/data, an addition: everything that is kept about the signed-in user, as one file.
 */
export const showOwnDataEndpoint = defineEndpoint({
  method: 'POST',
  path: '/account/data',
  access: 'signed-in',
  requiresRecentConfirmation: true,
  timeoutMs: 60_000,
  input: noInput,
  output: v.looseObject({ exported_at: v.string() }),
})

/** POST /account/erasure, an addition: asks support and the team leads to remove the user. */
export const askForErasureEndpoint = defineEndpoint({
  method: 'POST',
  path: '/account/erasure',
  access: 'signed-in',
  input: noInput,
  output: acknowledgement,
})

export const showOwnDataCall = describeCall(showOwnDataEndpoint, {
  summary: 'All that is kept about the user',
  tag: 'Account',
  description:
    'The same as the command `export-user` prints. A POST, because it leaves a line in the audit trail.',
  fields: [{ exported_at: 'When the data was read.' }],
  examples: {
    output: { exported_at: '2026-03-02T09:30:00.000Z', user: { username: 'rania' } },
  },
  errors: [tooManyRequests],
})

export const askForErasureCall = describeCall(askForErasureEndpoint, {
  summary: 'Ask to be removed',
  tag: 'Account',
  description: 'Support and the active team leads of the organization get a mail.',
  examples: { output: { success: true } },
  errors: [tooManyRequests],
})
