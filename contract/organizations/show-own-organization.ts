import { count, object, text, textList } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'

/**
 * What an organization admin may do for the own organization. The calls below `/organization` name
 * no organization: it is that of the session.
 */
export const showOwnOrganizationEndpoint = defineEndpoint('GET /organization', {
  summary: 'The own organization',
  description:
    'For organization admins: team leads with the right `manage:own-organization`, which super admins give.',
  access: 'manage:own-organization',
  output: object({
    name: field(text, 'The name of the organization.', 'Cedar Clinic'),
    domains: field(textList, 'The approved email domains; only addresses in them can be invited.', [
      'clinic.example',
    ]),
    proposed_domains: field(
      textList,
      'The domains that wait for the approval of a super admin.',
      [],
    ),
    invitations_left: field(
      count,
      'How many invitations can be sent now; 24 hours later there is room again.',
      200,
    ),
  }),
})
