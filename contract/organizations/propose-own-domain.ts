import * as v from 'valibot'
import { acknowledgement } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { publicEmailDomain } from './admin-domains.ts'
import { emailDomain } from './email-domain.ts'

/** POST /organization/domains, an addition: a super admin then approves it, or does not. */
export const proposeOwnDomainEndpoint = defineEndpoint({
  method: 'POST',
  path: '/organization/domains',
  access: 'manage:own-organization',
  input: v.strictObject({ domain: emailDomain }),
  output: acknowledgement,
})

/** A proposal is something that a super admin has to look at. */
export const tooManyProposals = defineError({
  code: 'too_many_proposals',
  status: 409,
  description: 'As many proposals of the organization as possible are waiting',
  params: v.object({ max: v.number() }),
  example: { max: limits.proposedDomains },
  sentence: ({ max }) => `${max} domains are waiting for approval. More cannot be proposed.`,
})

export const proposeOwnDomainCall = describeCall(proposeOwnDomainEndpoint, {
  summary: 'Propose an email domain of the own organization',
  description:
    'A super admin approves it. The answer does not say whether another organization has it.',
  tag: 'Own organization',
  fields: [{ domain: 'The domain, in lower case and in ASCII.' }],
  examples: { input: { domain: 'clinic.example' }, output: { success: true } },
  errors: [publicEmailDomain, tooManyProposals],
})
