import * as v from 'valibot'
import { count, givenOrganization, id, object, rows, text } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { attackKinds } from '../emails/attack-kind.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'

/** At most this many members are named. */
export const mostMembers = 10

export const showOrganizationThreatsEndpoint = defineEndpoint(
  'GET /admin/organizations/:organization_id/threats',
  {
    summary: 'Whom attacks on an organization hit',
    description:
      'Of the last 7 days in UTC, the current one included. It never has a subject, an address or the text of a mail.',
    access: 'view:admin',
    input: v.strictObject({
      organization_id: givenOrganization,
    }),
    output: object({
      since: field(text, 'The beginning of the 7 days.', '2025-02-23T00:00:00.000Z'),
      members_hit: field(count, 'How many members got dangerous mail.', 1),
      members: rows(`The first ${mostMembers} of them, those with most dangerous mail first.`, {
        id: field(id, 'The id of the row.'),
        full_name: field(text, 'The name of the user.', 'Rania Khoury'),
        threats: field(count, 'The dangerous mails that the member got.', 12),
      }),
      kinds: rows(
        'What the mails were after, the most frequent first; of a flood, at least 1,000 of them.',
        {
          kind: field(v.fallback(v.picklist(attackKinds), 'other'), 'What they were after.'),
          count: field(count, 'Mails of this kind.', 12),
        },
      ),
    }),
    errors: [unknownOrganization],
  },
)
