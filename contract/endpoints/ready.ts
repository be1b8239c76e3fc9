import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { noInput, object } from '../fields/basic.ts'

/** GET /ready, an addition: 200 if the database accepts writes and has every migration, else 503. */
export const readyEndpoint = defineEndpoint({
  method: 'GET',
  path: '/ready',
  access: 'public',
  input: noInput,
  output: object({ status: v.literal('ready') }),
})
