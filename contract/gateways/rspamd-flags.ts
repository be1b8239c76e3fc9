import * as v from 'valibot'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { flagTypes } from '../flags/flag.ts'

/**
 * Also answers HEAD. The first line is a
 * comment, because rspamd takes an empty map for an error and keeps the old one.
 */
export const rspamdFlagsEndpoint = defineEndpoint('GET /rspamd/flags/:flag_type', {
  summary: "The flags of an organization's users, as a map for rspamd",
  description:
    'A comment, then `recipient|value` lines in order: each address and alias of an active user with each address or domain that the user flagged. A domain with letters beyond ASCII comes in a line with `xn--` and in one with its letters. The `ETag` changes with everything that alters a line; with `If-None-Match` the answer is 304 while nothing has. `Expires` says when to ask again. `HEAD` answers with the same headers. The key needs the scope `flags`.',
  access: 'flag-gateway',
  answerType: 'text/plain',
  input: v.strictObject({
    flag_type: field(
      v.picklist(flagTypes),
      'Red flags block a sender, green flags trust one.',
      'red',
    ),
  }),
  output: v.string(),
  done: 'The map',
  unchanged: 'Nothing has changed since the answer with this `ETag`',
  examples: {
    output:
      '# Aman: red flags. Each line is a recipient and a sender.\nrania@clinic.example|lookalike.example\n',
  },
})
