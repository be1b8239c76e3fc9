import * as v from 'valibot'
import { count, filledLine, filledList, id, object, optionalLine } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { email } from '../core/email.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams, rowProblem } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { invitationsNotOffered } from './save-user.ts'

export const invitedRow = v.strictObject({
  line: v.pipe(v.number(), v.integer(), v.minValue(1)),
  email,
  full_name: filledLine(limits.name),
  department: optionalLine(limits.name),
})
export type InvitedRow = v.InferOutput<typeof invitedRow>

function rowsOf<Row extends v.GenericSchema>(row: Row) {
  return v.strictObject({
    dry_run: v.optional(v.boolean(), false),
    rows: filledList(row, limits.invitedRows),
  })
}

/** How the server parses the rows: it judges each of them separately. */
export const inviteInput = rowsOf(v.looseObject({ line: invitedRow.entries.line }))

/**
 * POST /organization/users/invite, an addition: creates employees of the own organization without
 * a password and sends each an invitation. The username is the email. A repeated row exists. A dry run
 * judges the rows without writing.
 */
export const inviteOwnUsersEndpoint = defineEndpoint({
  method: 'POST',
  path: '/organization/users/invite',
  access: 'manage:own-organization',
  timeoutMs: 60_000,
  input: rowsOf(invitedRow),
  output: object({
    rows: v.array(
      object({
        line: count,
        outcome: v.picklist(['invited', 'exists', 'rejected']),
        /** Of the user, unless the row was rejected. */
        id: v.optional(id),
        /** Of a user who exists and has not come yet: an invitation can be sent again. */
        may_be_invited: v.optional(v.boolean()),
        problem: v.optional(rowProblem),
      }),
    ),
  }),
})

export const domainNotApproved = defineError({
  code: 'domain_not_approved',
  status: 422,
  description: 'The email is outside the approved domains of the organization',
  params: v.object({ domain: v.string() }),
  example: { domain: 'elsewhere.example' },
  sentence: ({ domain }) => `The domain ${domain} is not approved for your organization`,
  fields: () => ['email'],
})

/** The same whatever the reason: another organization's users are not the caller's business. */
export const notInvitable = defineError({
  code: 'not_invitable',
  status: 409,
  description: 'The address cannot be invited',
  params: noParams,
  sentence: () => 'This address cannot be invited',
  fields: () => ['email'],
})

export const tooManyInvitations = defineError({
  code: 'too_many_invitations',
  status: 429,
  description: 'Too many invitations within 24 hours, of the organization or to the user',
  params: noParams,
  sentence: () => 'Too many invitations were sent within 24 hours. Try again later.',
})

export const inviteOwnUsersCall = describeCall(inviteOwnUsersEndpoint, {
  summary: 'Invite employees to the own organization',
  description: `Up to ${limits.invitedRows} rows, each judged by itself; with \`dry_run\` nothing is written or sent, and \`invited\` is what would be invited; \`problem\` says why a row was rejected: besides invalid fields, with the code of \`domain_not_approved\`, \`not_invitable\` or \`too_many_invitations\`.`,
  tag: 'Own organization',
  fields: [
    {
      department: { description: 'The department.', example: 'Accounts' },
      dry_run: { description: 'Judges the rows without writing.', example: false },
      rows: 'The employees to invite, or what became of them.',
      line: { description: 'Names the row in the answer.', example: 1 },
      outcome:
        'Whether the user was invited, was a user of the organization already, or could not be invited.',
      may_be_invited: {
        description:
          'True for a user of the organization who has no password yet, so that an invitation can be sent again.',
        example: true,
      },
      problem: 'Why the row was rejected.',
    },
  ],
  examples: {
    input: {
      rows: [
        {
          line: 1,
          email: 'rania@clinic.example',
          full_name: 'Rania Khoury',
          department: 'Accounts',
        },
      ],
    },
    output: {
      rows: [
        { line: 1, outcome: 'invited', id: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11' },
        {
          line: 2,
          outcome: 'rejected',
          problem: {
            detail: 'This address cannot be invited',
            code: 'not_invitable',
            params: {},
            fields: [{ field: 'email', code: 'not_invitable', params: {} }],
          },
        },
      ],
    },
  },
  errors: [invitationsNotOffered, domainNotApproved, notInvitable, tooManyInvitations],
})
