import * as v from 'valibot'
import { object } from './basic.ts'
import { defineEndpoint } from './endpoint.ts'
import { field } from './field.ts'

/** 200 when the server responds. Super admins also get its version. */
export const healthEndpoint = defineEndpoint('GET /health', {
  summary: 'Whether the server responds',
  access: 'public',
  output: object({
    status: field(v.literal('ok'), 'That the server responds.'),
    version: field(v.optional(v.string()), 'The version of the server, for super admins.', '0.1.0'),
  }),
  isWithoutDatabase: true,
})
