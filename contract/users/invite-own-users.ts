import * as v from 'valibot'
import { count, filledLine, filledList, givenLine, id, object } from '../core/basic.ts'
import { email } from '../core/email.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, rowProblem } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { wholeNumber } from '../core/whole-number.ts'
import { invitationsNotOffered } from './save-user.ts'

export const invitedRow = v.strictObject({
  line: field(v.pipe(v.number(), v.integer(), v.minValue(1)), 'Names the row in the answer.', 1),
  email: field(email, 'The email address, in canonical form.', 'rania@clinic.example', 'email'),
  full_name: field(
    v.pipe(filledLine(limits.name), wholeNumber),
    'The name of the user.',
    'Rania Khoury',
  ),
  department: field(
    v.optional(v.pipe(givenLine(limits.name), wholeNumber), ''),
    'The department.',
    'Accounts',
  ),
})
export type InvitedRow = v.InferOutput<typeof invitedRow>

function rowsOf<Row extends v.GenericSchema>(row: Row) {
  return v.strictObject({
    dry_run: field(v.optional(v.boolean(), false), 'Judges the rows without writing.', false),
    rows: field(filledList(row, limits.invitedRows), 'The employees to invite.'),
  })
}

/** How the server parses the rows: it judges each of them separately. */
export const inviteInput = rowsOf(v.looseObject({ line: invitedRow.entries.line }))

export const domainNotApproved = defineError(422, 'domain_not_approved', {
  description: 'The email is outside the approved domains of the organization',
  params: v.object({ domain: v.string() }),
  example: { domain: 'elsewhere.example' },
  sentence: ({ domain }) => `The domain ${domain} is not approved for your organization`,
  fields: () => ['email'],
})

/** The same whatever the reason: another organization's users are not the caller's business. */
export const notInvitable = defineError(409, 'not_invitable', {
  description: 'The address cannot be invited',
  sentence: () => 'This address cannot be invited',
  fields: () => ['email'],
})

export const tooManyInvitations = defineError(429, 'too_many_invitations', {
  description: 'Too many invitations within 24 hours, of the organization or to the user',
  sentence: () => 'Too many invitations were sent within 24 hours. Try again later.',
})

export const inviteOwnUsersEndpoint = defineEndpoint('POST /organization/users/invite', {
  summary: 'Invite employees to the own organization',
  description: `Up to ${limits.invitedRows} rows, each judged by itself; with \`dry_run\` nothing is written or sent, and \`invited\` is what would be invited; \`problem\` says why a row was rejected: besides invalid fields, with the code of \`domain_not_approved\`, \`not_invitable\` or \`too_many_invitations\`.`,
  access: 'manage:own-organization',
  timeoutMs: 60_000,
  input: rowsOf(invitedRow),
  output: object({
    rows: field(
      v.array(
        object({
          line: field(count, 'Names the row in the answer.', 1),
          outcome: field(
            v.picklist(['invited', 'exists', 'rejected']),
            'Whether the user was invited, was a user of the organization already, or could not be invited.',
          ),
          id: field(v.optional(id), 'The id of the row.'),

          may_be_invited: field(
            v.optional(v.boolean()),
            'True for a user of the organization who has no password yet, so that an invitation can be sent again.',
          ),
          problem: field(v.optional(rowProblem), 'Why the row was rejected.'),
        }),
      ),
      'What became of the employees.',
    ),
  }),
  errors: [invitationsNotOffered, domainNotApproved, notInvitable, tooManyInvitations],
})
