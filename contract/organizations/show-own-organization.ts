import { count, noInput, object, text, textList } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'

/**
 * GET /organization, an addition: what an organization admin may do for the own organization. The
 * calls below `/organization` name no organization: it is that of the session.
 */
export const showOwnOrganizationEndpoint = defineEndpoint({
  method: 'GET',
  path: '/organization',
  access: 'manage:own-organization',
  input: noInput,
  output: object({
    name: text,
    domains: textList,
    proposed_domains: textList,
    invitations_left: count,
  }),
})

export const showOwnOrganizationCall = describeCall(showOwnOrganizationEndpoint, {
  summary: 'The own organization',
  description:
    'For organization admins: team leads with the right `manage:own-organization`, which super admins give.',
  tag: 'Own organization',
  fields: [
    {
      name: 'The name of the organization.',
      domains: 'The approved email domains; only addresses in them can be invited.',
      proposed_domains: 'The domains that wait for the approval of a super admin.',
      invitations_left: 'How many invitations can be sent now; 24 hours later there is room again.',
    },
  ],
  examples: {
    output: {
      name: 'Cedar Clinic',
      domains: ['clinic.example'],
      proposed_domains: [],
      invitations_left: 200,
    },
  },
})
