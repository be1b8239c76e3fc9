import * as v from 'valibot'
import { givenLine, object, rows, text } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { limits } from '../core/limits.ts'

export const policy = object({
  title: field(v.pipe(v.string(), v.minLength(1)), 'A heading.', 'Privacy policy'),
  effective_date: field(text, 'Since when the policy applies.', '2025-01-01'),
  last_updated: field(v.nullish(v.string()), 'When it was last changed.', '2025-06-01'),
  sections: rows('The parts of the policy.', {
    title: field(text, 'A heading.', 'What we keep'),
    content: field(
      text,
      'Plain text; lines are paragraphs.',
      'For each mail its verdict, and no content.',
    ),
  }),
})
export type Policy = v.InferOutput<typeof policy>

export const policyEndpoint = defineEndpoint('GET /privacy-policy', {
  summary: 'The privacy policy',
  description: 'In the language that `locale` names, or in English if there is no translation.',
  access: 'public',
  input: v.optional(
    v.strictObject({
      locale: field(
        v.optional(givenLine(limits.locale)),
        'The language that the reader asks for.',
        'en',
      ),
    }),
  ),
  output: policy,
  isWithoutDatabase: true,
})
