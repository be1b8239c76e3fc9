import * as v from 'valibot'
import { object, text } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'

const filter = object({
  count: field(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)), 'How many.', 2),
  spread: field(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)),
    'Another text is taken for one of them in 1 of so many cases.',
    4096,
  ),
  bits: field(v.string(), 'Golomb-coded hashes in base64.', 'vyM1AQ=='),
})

export const showJudgeKnowledgeEndpoint = defineEndpoint('GET /account/judge-knowledge', {
  summary: "The organization's knowledge for a judge in the browser of one of its users",
  description:
    'In a form that says of a given sender or name whether it is known, and lists none. An `ETag` and `If-None-Match` spare the answer. Empty for a user without an organization.',
  access: 'signed-in',
  isForExtensions: true,
  unchanged: 'The caller has this knowledge',
  output: object({
    domains: field(v.array(v.string()), "The organization's own domains.", ['clinic.example']),
    per_thousand: field(
      v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), null),
      'How many honest mails in 1,000 may be marked; null without an organization.',
      10,
    ),
    salt: field(text, 'Stands before each sender and name in the filters.', 'mJ0V4hC5bq8S3nT7'),
    correspondents: field(
      v.nullish(filter, null),
      'Senders of safe mail on several days; null while there is none.',
    ),
    met: field(v.nullish(filter, null), 'Senders of safe mail on fewer days.'),
    people: field(
      v.nullish(filter, null),
      'Names of the people of the organization: two words each, and their sounds for the other script.',
    ),
    layer: field(
      v.nullish(
        object({
          model: field(v.string(), 'The only model that the layer is for.', '2025-03'),
          table: field(v.string(), 'Deflated, in base64.', 'eJwDAAAAAAE='),
        }),
        null,
      ),
      'The lessons that the organization has taught; null where there are none.',
    ),
  }),
})
