import * as v from 'valibot'
import { givenOrganization } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { searchField } from '../core/page.ts'
import { roles } from '../core/permissions.ts'

/** Things that active users may lack: to have come after their invitation, a second factor, or a watched mailbox. */
export const userNeeds = ['invitation', 'factor', 'mailbox', 'failing-mailbox'] as const

/**
 * The users that a filter finds, as a CSV file that an import reads. Not a GET, because it leaves a
 * line in the audit trail.
 */
export const exportUsersEndpoint = defineEndpoint('POST /admin/users/export', {
  summary: 'The users as a CSV file',
  description:
    'In the order of creation, in UTF-8 with a byte order mark. Cells that a spreadsheet would run as a formula begin with an apostrophe.',
  access: 'manage:users',
  timeoutMs: 120_000,
  answerType: 'text/csv',
  input: v.strictObject({
    ...searchField,
    role: field(v.optional(v.picklist(roles)), 'The role.'),
    organization_id: field(
      v.optional(givenOrganization),
      'The organization of the users, or `none` for those without one.',
    ),
    status: field(v.optional(v.picklist(['active', 'inactive'])), 'Active users may sign in.'),
    need: field(
      v.optional(v.picklist(userNeeds)),
      'Active users who were invited and have not come (`invitation`), or who have come and have no second factor (`factor`) or no watched mailbox (`mailbox`), or whose mailbox is not reached (`failing-mailbox`).',
    ),
  }),
  output: v.string(),
  examples: {
    input: { q: 'rania' },
    output:
      '\uFEFFusername,email,full_name,role,organization,department,phone,status,aliases\r\nrania,rania@clinic.example,Rania Khoury,employee,Cedar Clinic,Accounts,,active,\r\n',
  },
})
