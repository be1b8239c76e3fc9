import * as v from 'valibot'
import { givenId } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { searchField } from '../core/page.ts'
import { roles } from '../core/permissions.ts'

/** Things that active users may lack: to have come after their invitation, or a second factor. */
export const userNeeds = ['invitation', 'factor'] as const

/**
 * POST /admin/users/export, an addition: the users that a filter finds, as a CSV file that an
 * import reads. Not a GET, because it leaves a line in the audit trail.
 */
export const exportUsersEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/users/export',
  access: 'manage:users',
  timeoutMs: 120_000,
  answerType: 'text/csv',
  input: v.strictObject({
    ...searchField,
    role: v.optional(v.picklist(roles)),
    /** `none` for users without an organization. */
    organization_id: v.optional(givenId),
    status: v.optional(v.picklist(['active', 'inactive'])),
    need: v.optional(v.picklist(userNeeds)),
  }),
  output: v.string(),
})

export const exportUsersCall = describeCall(exportUsersEndpoint, {
  summary: 'The users as a CSV file',
  description:
    'In the order of creation, in UTF-8 with a byte order mark. Cells that a spreadsheet would run as a formula begin with an apostrophe.',
  tag: 'Administration',
  fields: [
    {
      organization_id: {
        description: 'The organization of the users, or `none` for those without one.',
        example: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
      },
      status: { description: 'Active users may sign in.', example: 'active' },
      role: { description: 'The role.', example: 'employee' },
      need: {
        description:
          'Active users who were invited and have not come (`invitation`), or who have come and have no second factor (`factor`).',
        example: 'invitation',
      },
    },
  ],
  examples: {
    input: { q: 'rania' },
    output:
      '\uFEFFusername,email,full_name,role,organization,department,phone,status,aliases\r\nrania,rania@clinic.example,Rania Khoury,employee,Cedar Clinic,Accounts,,active,\r\n',
  },
})
