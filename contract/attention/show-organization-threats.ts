import * as v from 'valibot'
import { count, givenId, id, object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { attackKinds } from '../emails/attack-kind.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'

/** At most this many members are named. */
export const mostMembers = 10

/** GET /admin/organizations/{organization_id}/threats, an addition: whom attacks hit, and with what. */
export const showOrganizationThreatsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/organizations/:organization_id/threats',
  access: 'view:admin',
  input: v.strictObject({ organization_id: givenId }),
  output: object({
    since: text,
    members_hit: count,
    members: v.nullish(v.array(object({ id, full_name: text, threats: count })), []),
    kinds: v.nullish(
      v.array(object({ kind: v.fallback(v.picklist(attackKinds), 'other'), count })),
      [],
    ),
  }),
})

export const showOrganizationThreatsCall = describeCall(showOrganizationThreatsEndpoint, {
  summary: 'Whom attacks on an organization hit',
  description:
    'Of the last 7 days in UTC, the current one included. It never has a subject, an address or the text of a mail.',
  tag: 'Administration',
  fields: [
    {
      organization_id: 'The organization.',
      since: { description: 'The beginning of the 7 days.', format: 'date-time' },
      members_hit: 'How many members got dangerous mail.',
      members: `The first ${mostMembers} of them, those with most dangerous mail first.`,
      threats: 'The dangerous mails that the member got.',
      kinds:
        'What the mails were after, the most frequent first; of a flood, at least 1,000 of them.',
      kind: 'What they were after.',
      count: 'Mails of this kind.',
    },
  ],
  examples: {
    input: { organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093' },
    output: {
      since: '2025-02-23T00:00:00.000Z',
      members_hit: 1,
      members: [
        { id: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11', full_name: 'Rania Khoury', threats: 12 },
      ],
      kinds: [{ kind: 'phishing', count: 12 }],
    },
  },
  errors: [unknownOrganization],
})
