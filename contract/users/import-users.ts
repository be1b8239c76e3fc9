import * as v from 'valibot'
import { count, filledLine, filledList, givenId, givenLine, id, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { confirmationRequired } from '../core/common-errors.ts'
import { email } from '../core/email.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, rowProblem } from '../core/errors.ts'
import { importOutcomes } from '../core/import-outcome.ts'
import { limits } from '../core/limits.ts'
import { givenPhone } from '../core/phone.ts'
import { givenAliases, invitationsNotOffered, taken } from './save-user.ts'
import { userFields } from './user.ts'

/** Super admins are created one by one. */
const importedRoles = ['employee', 'team_lead'] as const

/** Fields that a row omits stay as they are, or have no value in a new user. */
export const importedRow = v.strictObject({
  line: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Without it, the user is found by the email, and a new user's username is the email. */
  username: v.optional(filledLine(limits.name)),
  email,
  full_name: filledLine(limits.name),
  role: v.optional(v.picklist(importedRoles)),
  /** The name of the organization; without it, the one of the import. */
  organization: v.optional(filledLine(limits.name)),
  department: v.optional(givenLine(limits.name)),
  phone: v.optional(givenPhone),
  is_active: v.optional(v.boolean()),
  aliases: givenAliases,
})
export type ImportedRow = v.InferOutput<typeof importedRow>

function importOf<Row extends v.GenericSchema>(row: Row) {
  return v.strictObject({
    dry_run: v.boolean(),
    /** The organization of rows that name none. */
    organization_id: v.optional(givenId),
    /** New users who are active get an invitation by mail. */
    sends_invitations: v.optional(v.boolean(), false),
    rows: filledList(row, limits.importedRows),
  })
}

/** How the server parses an import: it judges each row separately. */
export const importInput = importOf(v.looseObject({ line: importedRow.entries.line }))

/**
 * POST /admin/users/import, an addition: creates and changes users, up to 100 in a call, without
 * passwords. A repeated call finds its rows unchanged. A user is recognised by username and email
 * together, so that a row never takes over another user.
 */
export const importUsersEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/users/import',
  access: 'manage:users',
  bodyLimitBytes: limits.importBytes,
  timeoutMs: 60_000,
  input: importOf(importedRow),
  output: object({
    rows: v.array(
      object({
        line: count,
        outcome: v.picklist(importOutcomes),
        /** Of the user, where there is one. */
        id: v.optional(id),
        /** The fields that differ. */
        changed: v.optional(v.array(v.string())),
        /** What no two rows of a file may share. */
        keys: v.optional(v.array(v.string()), []),
        problem: v.optional(rowProblem),
      }),
    ),
  }),
})

/** Of a row: an earlier row of the same call is about the same user or has one of the addresses. */
export const repeatedRow = defineError({
  code: 'repeated_row',
  status: 409,
  description: 'Two rows share a username or an address (in the row)',
  params: v.object({ line: v.number() }),
  example: { line: 2 },
  sentence: ({ line }) =>
    `Line ${line} has the same username or address, or one that looks like it`,
})

/** Of a row: the user that it names belongs to another organization. */
export const userElsewhere = defineError({
  code: 'user_elsewhere',
  status: 409,
  description: 'The user of a row belongs to another organization (in the row)',
  params: v.object({ username: v.string() }),
  example: { username: 'rania' },
  sentence: ({ username }) => `The user ${username} belongs to another organization`,
  fields: () => ['organization'],
})

/** Of a row: the user that it names is a super admin. */
export const userProtected = defineError({
  code: 'user_protected',
  status: 409,
  description: 'The user of a row is a super admin, whom an import does not change (in the row)',
  params: v.object({ username: v.string() }),
  example: { username: 'rania' },
  sentence: ({ username }) =>
    `The user ${username} is a super admin and is not changed by an import`,
  fields: () => ['username'],
})

export const importUsersCall = describeCall(importUsersEndpoint, {
  summary: 'Create and change many users',
  description: `Up to ${limits.importedRows} rows, each judged by itself; \`problem\` says why a row is a conflict or invalid. With \`dry_run\` nothing is written. A call may be repeated: rows that were written are then unchanged. Users are created without a password. A call that makes a user active or a team lead needs a recent confirmation.`,
  tag: 'Administration',
  fields: [
    userFields,
    {
      dry_run: 'Judges the rows without writing.',
      organization_id: 'The organization of rows that name none.',
      sends_invitations: {
        description: 'Whether new users who are active get a mail to choose a password.',
        example: true,
      },
      organization: { description: 'The name of the organization.', example: 'Cedar Clinic' },
      rows: 'The rows of the file, or what became of them.',
      line: { description: 'The line of the file.', example: 2 },
      outcome: 'What became of the row, or would.',
      changed: { description: 'The fields that differ from the user.', example: ['full_name'] },
      keys: {
        description:
          'Two rows of a file that share one of these conflict; the texts mean nothing else.',
        example: ['username rania', 'address rania@clinic.example'],
      },
      problem: 'Why the row is a conflict or invalid.',
    },
  ],
  examples: {
    input: {
      dry_run: true,
      organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
      rows: [
        {
          line: 2,
          username: 'rania',
          email: 'rania@clinic.example',
          full_name: 'Rania Khoury',
          department: 'Accounts',
          phone: '+962 6 555 0100',
        },
        { line: 3, email: 'omar@clinic.example', full_name: 'Omar Haddad' },
      ],
    },
    output: {
      rows: [
        { line: 2, outcome: 'new', keys: ['username rania', 'address rania@clinic.example'] },
        {
          line: 3,
          outcome: 'conflict',
          keys: ['username omar@clinic.example', 'address omar@clinic.example'],
          problem: {
            detail: 'Another user already has the email address omar@clinic.example',
            code: 'taken',
            params: { email: 'omar@clinic.example' },
            fields: [{ field: 'email', code: 'taken', params: {} }],
          },
        },
      ],
    },
  },
  errors: [
    confirmationRequired,
    invitationsNotOffered,
    taken,
    repeatedRow,
    userElsewhere,
    userProtected,
  ],
})
