import * as v from 'valibot'
import {
  count,
  filledLine,
  filledList,
  givenLine,
  givenOrganization,
  id,
  object,
} from '../core/basic.ts'
import { confirmationRequired } from '../core/common-errors.ts'
import { email } from '../core/email.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, rowProblem } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { importOutcomes } from '../core/import-outcome.ts'
import { limits } from '../core/limits.ts'
import { givenPhone } from '../core/phone.ts'
import { wholeNumber } from '../core/whole-number.ts'
import { givenAliases, invitationsNotOffered, taken } from './save-user.ts'
import { user } from './user.ts'

/** Super admins are created one by one. */
const importedRoles = ['employee', 'team_lead'] as const

/** Fields that a row omits stay as they are, or have no value in a new user. */
export const importedRow = v.strictObject({
  line: field(v.pipe(v.number(), v.integer(), v.minValue(1)), 'The line of the file.', 2),
  username: field(v.optional(v.pipe(filledLine(limits.name), wholeNumber)), user.entries.username),
  email: field(email, 'The email address, in canonical form.', 'rania@clinic.example', 'email'),
  full_name: field(
    v.pipe(filledLine(limits.name), wholeNumber),
    'The name of the user.',
    'Rania Khoury',
  ),
  role: field(v.optional(v.picklist(importedRoles)), 'What the user may do.'),
  organization: field(
    v.optional(v.pipe(filledLine(limits.name), wholeNumber)),
    'The name of the organization.',
    'Cedar Clinic',
  ),
  department: field(
    v.optional(v.pipe(givenLine(limits.name), wholeNumber)),
    user.entries.department,
  ),
  phone: field(v.optional(givenPhone), user.entries.phone),
  is_active: field(v.optional(v.boolean()), 'Whether the user may sign in.'),
  aliases: field(givenAliases, user.entries.aliases),
})
export type ImportedRow = v.InferOutput<typeof importedRow>

function importOf<Row extends v.GenericSchema>(row: Row) {
  return v.strictObject({
    dry_run: field(v.boolean(), 'Judges the rows without writing.'),
    organization_id: field(
      v.optional(givenOrganization),
      'The organization of rows that name none.',
    ),
    sends_invitations: field(
      v.optional(v.boolean(), false),
      'Whether new users who are active get a mail to choose a password.',
      false,
    ),
    rows: field(filledList(row, limits.importedRows), 'The rows of the file.'),
  })
}

/** How the server parses an import: it judges each row separately. */
export const importInput = importOf(v.looseObject({ line: importedRow.entries.line }))

/** Of a row: an earlier row of the same call is about the same user or has one of the addresses. */
export const repeatedRow = defineError(409, 'repeated_row', {
  description: 'Two rows share a username or an address (in the row)',
  params: v.object({ line: v.number() }),
  example: { line: 2 },
  sentence: ({ line }) =>
    `Line ${line} has the same username or address, or one that looks like it`,
})

/** Of a row: the user that it names belongs to another organization. */
export const userElsewhere = defineError(409, 'user_elsewhere', {
  description: 'The user of a row belongs to another organization (in the row)',
  params: v.object({ username: v.string() }),
  example: { username: 'rania' },
  sentence: ({ username }) => `The user ${username} belongs to another organization`,
  fields: () => ['organization'],
})

/** Of a row: the user that it names is a super admin. */
export const userProtected = defineError(409, 'user_protected', {
  description: 'The user of a row is a super admin, whom an import does not change (in the row)',
  params: v.object({ username: v.string() }),
  example: { username: 'rania' },
  sentence: ({ username }) =>
    `The user ${username} is a super admin and is not changed by an import`,
  fields: () => ['username'],
})

/**
 * Creates and changes users, up to 100 in a call, without passwords. A repeated call finds its rows
 * unchanged. A user is recognised by username and email together, so that a row never takes over
 * another user.
 */
export const importUsersEndpoint = defineEndpoint('POST /admin/users/import', {
  summary: 'Create and change many users',
  description: `Up to ${limits.importedRows} rows, each judged by itself; \`problem\` says why a row is a conflict or invalid. With \`dry_run\` nothing is written. A call may be repeated: rows that were written are then unchanged. Users are created without a password. A call that makes a user active or a team lead needs a recent confirmation.`,
  access: 'manage:users',
  bodyLimitBytes: limits.importBytes,
  timeoutMs: 60_000,
  input: importOf(importedRow),
  output: object({
    rows: field(
      v.array(
        object({
          line: field(count, 'The line of the file.', 2),
          outcome: field(v.picklist(importOutcomes), 'What became of the row, or would.'),
          id: field(v.optional(id), 'The id of the row.'),

          invitation: field(
            v.optional(v.picklist(['sent', 'waits'])),
            '`sent` if the call sends an invitation to the new user, or would; `waits` for a user without a password to whom one can be sent.',
          ),
          changed: field(v.optional(v.array(v.string())), 'The fields that differ from the user.', [
            'full_name',
          ]),
          keys: field(
            v.optional(v.array(v.string()), []),
            'Two rows of a file that share one of these conflict; the texts mean nothing else.',
            ['username rania', 'address rania@clinic.example'],
          ),
          problem: field(v.optional(rowProblem), 'Why the row is a conflict or invalid.'),
        }),
      ),
      'What became of the rows of the file.',
    ),
  }),
  errors: [
    confirmationRequired,
    invitationsNotOffered,
    taken,
    repeatedRow,
    userElsewhere,
    userProtected,
  ],
})
