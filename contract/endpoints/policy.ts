import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { noInput, object, text } from '../fields/basic.ts'

export const policy = object({
  title: v.pipe(v.string(), v.minLength(1)),
  effective_date: text,
  last_updated: v.nullish(v.string()),
  sections: v.nullish(v.array(object({ title: text, content: text })), []),
})
export type Policy = v.InferOutput<typeof policy>

/** GET /privacy-policy (R286, R351); needs no token. */
export const policyEndpoint = defineEndpoint({
  method: 'GET',
  path: '/privacy-policy',
  access: 'public',
  input: noInput,
  output: policy,
})
