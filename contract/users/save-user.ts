import * as v from 'valibot'
import { filledLine, givenEntries, givenId, optionalLine, savedAnswer } from '../core/basic.ts'
import { busy, confirmationRequired, removedMeanwhile } from '../core/common-errors.ts'
import { email } from '../core/email.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { newPassword } from '../core/password.ts'
import { roles } from '../core/permissions.ts'
import { givenPhone } from '../core/phone.ts'
import { user } from './user.ts'

const name = filledLine(limits.name)

export const givenAliases = v.optional(givenEntries(email, limits.aliases))

const shared = {
  username: field(name, user.entries.username),
  email: field(email, 'The email address, in canonical form.', 'rania@clinic.example', 'email'),
  full_name: field(name, 'The name of the user.', 'Rania Khoury'),
  role: field(v.picklist(roles), 'What the user may do.'),
  organization_id: field(v.nullable(givenId), user.entries.organization_id),
  department: field(optionalLine(limits.name), user.entries.department),
  phone: field(v.optional(givenPhone, ''), user.entries.phone),
  is_active: field(v.optional(v.boolean()), 'Whether the user may sign in.'),

  aliases: field(givenAliases, user.entries.aliases),
  manages_organization: field(v.optional(v.boolean()), user.entries.manages_organization, false),
}

export const unknownUser = defineError(404, 'unknown_user', {
  description: 'No user has the id',
  sentence: () => 'There is no such user',
})

/** What another user has already; what is not there is free. */
export const taken = defineError(409, 'taken', {
  description: 'The username, one that looks like it, the email or an alias is taken',
  params: v.object({
    username: v.optional(v.string()),
    look_alike: v.optional(v.string()),
    email: v.optional(v.string()),
    aliases: v.optional(v.array(v.string())),
  }),
  example: { username: 'rania', email: 'rania@clinic.example' },
  sentence({ username, look_alike, email, aliases = [] }) {
    const names = [
      ...(username === undefined ? [] : [`the username ${username}`]),
      ...(look_alike === undefined ? [] : [`a username that looks like ${look_alike}`]),
      ...(email === undefined ? [] : [`the email address ${email}`]),
      ...aliases.map((alias) => `the address ${alias}`),
    ]
    return `Another user already has ${names.join(' and ')}`
  },
  fields: ({ username, look_alike, email, aliases }) => [
    ...(username === undefined && look_alike === undefined ? [] : ['username']),
    ...(email === undefined ? [] : ['email']),
    ...(aliases === undefined ? [] : ['aliases']),
  ],
})

export const lastAdmin = defineError(409, 'last_admin', {
  description: 'No active super admin would be left',
  sentence: () => 'This is the last active super admin. Name another one first.',
})

/** Of a call that would end the caller's own sign-in. */
export const ownDeactivation = defineError(409, 'own_deactivation', {
  description: 'The user is the caller, who would be inactive',
  sentence: () => 'You cannot make yourself inactive. Ask another super admin to do it.',
  fields: () => ['is_active'],
})

export const invitationsNotOffered = defineError(409, 'invitations_not_offered', {
  description: 'The server has no PUBLIC_URL, or no way to send mail',
  sentence: () => 'This server cannot send invitations: it has no PUBLIC_URL or no mail server',
})

export const userInactive = defineError(409, 'user_inactive', {
  description: 'An inactive user cannot be invited',
  sentence: () => 'This user is inactive. Make the user active first.',
})

export const passwordNotJudged = defineError(503, 'password_not_judged', {
  description: 'The password could not be judged in time',
  sentence: () => 'The password could not be judged in time. Try again.',
})

const passwordField = field(
  newPassword,
  'At least 12 characters; on a change, empty to keep the current one.',
  shown.password,
)

/**
 * Creates a user or, with an `id`, changes one; a blank password then keeps the current one. 409 if
 * the username or email is taken: a user is never overwritten by name. No two users share an
 * address, whether it is an email or an alias.
 */
export const saveUserEndpoint = defineEndpoint('POST /admin/users/detailed', {
  summary: 'Create a user, or change the user with the id',
  description:
    'Another username, email, password or organization takes a confirmation of who acts within the last ten minutes, and so does a new super admin or organization admin.',
  access: 'manage:users',
  input: v.union([
    v.strictObject({
      ...shared,
      password: passwordField,
    }),
    v.strictObject({
      ...shared,
      id: field(givenId, 'The user to change, or the user that was saved.'),
      password: field(v.optional(v.union([v.literal(''), newPassword]), ''), passwordField),
    }),
    /** An addition: a new user gets an invitation in place of a password. */
    v.strictObject({
      ...shared,
      sends_invitation: field(
        v.literal(true),
        'For a new user without a password: sends a mail with a link to set it. Where a server offers `invitations`.',
      ),
    }),
  ]),
  output: savedAnswer,
  errors: [
    confirmationRequired,
    unknownUser,
    taken,
    ownDeactivation,
    lastAdmin,
    invitationsNotOffered,
    userInactive,
    removedMeanwhile,
    busy,
    passwordNotJudged,
  ],
})
