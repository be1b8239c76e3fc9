import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { noInput } from './fields.ts'

/** GET /ready, an addition: 200 when the database takes writes and has every migration, else 503. */
export const readyEndpoint = defineEndpoint({
  method: 'GET',
  path: '/ready',
  access: 'public',
  input: noInput,
  output: v.object({ status: v.literal('ready') }),
})
