import * as v from 'valibot'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { publicEmailDomain } from './admin-domains.ts'
import { emailDomain } from './email-domain.ts'

/** A proposal is something that a super admin has to look at. */
export const tooManyProposals = defineError(409, 'too_many_proposals', {
  description: 'As many proposals of the organization as possible are waiting',
  params: v.object({ max: v.number() }),
  example: { max: limits.proposedDomains },
  sentence: ({ max }) => `${max} domains are waiting for approval. More cannot be proposed.`,
})

export const proposeOwnDomainEndpoint = defineEndpoint('POST /organization/domains', {
  summary: 'Propose an email domain of the own organization',
  description:
    'A super admin approves it. The answer does not say whether another organization has it.',
  access: 'manage:own-organization',
  input: v.strictObject({
    domain: field(emailDomain, 'The domain, in lower case and in ASCII.', 'clinic.example'),
  }),
  errors: [publicEmailDomain, tooManyProposals],
})
