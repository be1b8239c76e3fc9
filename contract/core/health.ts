import * as v from 'valibot'
import { noInput, object } from './basic.ts'
import { describeCall } from './call.ts'
import { defineEndpoint } from './endpoint.ts'

/** GET /health, an addition: 200 when the server responds. Super admins also get its version. */
export const healthEndpoint = defineEndpoint({
  method: 'GET',
  path: '/health',
  access: 'public',
  input: noInput,
  output: object({ status: v.literal('ok'), version: v.optional(v.string()) }),
})

export const healthCall = describeCall(healthEndpoint, {
  summary: 'Whether the server responds',
  tag: 'Server',
  fields: [
    {
      status: 'That the server responds.',
      version: { description: 'The version of the server, for super admins.', example: '0.1.0' },
    },
  ],
  examples: { output: { status: 'ok' } },
  isWithoutDatabase: true,
})
