import * as v from 'valibot'
import { givenLine, object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { limits } from '../core/limits.ts'

export const policy = object({
  title: v.pipe(v.string(), v.minLength(1)),
  effective_date: text,
  last_updated: v.nullish(v.string()),
  sections: v.nullish(v.array(object({ title: text, content: text })), []),
})
export type Policy = v.InferOutput<typeof policy>

/** GET /privacy-policy (R286, R351); needs no token. `locale` is an addition: English without it. */
export const policyEndpoint = defineEndpoint({
  method: 'GET',
  path: '/privacy-policy',
  access: 'public',
  input: v.optional(v.strictObject({ locale: v.optional(givenLine(limits.locale)) })),
  output: policy,
})

export const policyCall = describeCall(policyEndpoint, {
  summary: 'The privacy policy',
  description: 'In the language that `locale` names, or in English if there is no translation.',
  tag: 'Server',
  fields: [
    {
      locale: { description: 'The language that the reader asks for.', example: 'en' },
      title: 'A heading.',
      effective_date: { description: 'Since when the policy applies.', format: 'date' },
      last_updated: { description: 'When it was last changed.', format: 'date' },
      sections: 'The parts of the policy.',
      content: 'Plain text; lines are paragraphs.',
    },
  ],
  examples: {
    output: {
      title: 'Privacy policy',
      effective_date: '2025-01-01',
      last_updated: '2025-06-01',
      sections: [{ title: 'What we keep', content: 'For each mail its verdict, and no content.' }],
    },
  },
  isWithoutDatabase: true,
})
