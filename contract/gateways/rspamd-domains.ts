import * as v from 'valibot'
import { defineEndpoint } from '../core/endpoint.ts'

/**
 * Also answers HEAD. The first line is a comment, because
 * rspamd takes an empty map for an error and keeps the old one.
 */
export const rspamdDomainsEndpoint = defineEndpoint('GET /rspamd/domains', {
  summary: 'The domains whose mail a mail host reports, as a map for rspamd',
  description:
    'A comment, then `name|organization` lines in order, for the organizations that the key covers. The name is a domain of the addresses of users, or an address where several organizations have addresses in a domain: then the domain itself is that of the organization which has it approved, if one does. `|suspended` at the end says that the flags of the organization count, and that its mail is neither reported nor judged. The `ETag` changes with the lines; with `If-None-Match` the answer is 304 while none has. `Expires` says when to ask again. The key needs the scope `flags`.',
  access: 'flag-gateway',
  answerType: 'text/plain',
  output: v.string(),
  done: 'The map',
  unchanged: 'No line has changed since the answer with this `ETag`',
  examples: {
    output:
      '# Aman: domains. Each line is a domain or an address, and its organization.\nclinic.example|0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093\n',
  },
})
