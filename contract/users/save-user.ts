import * as v from 'valibot'
import { filledLine, givenEntries, givenId, optionalLine, savedAnswer } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { busy, confirmationRequired, removedMeanwhile } from '../core/common-errors.ts'
import { email } from '../core/email.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { newPassword } from '../core/password.ts'
import { roles } from '../core/permissions.ts'
import { givenPhone } from '../core/phone.ts'
import { userFields } from './user.ts'

const name = filledLine(limits.name)

export const givenAliases = v.optional(givenEntries(email, limits.aliases))

const shared = {
  username: name,
  email,
  full_name: name,
  role: v.picklist(roles),
  /** Null for a super admin without an organization. */
  organization_id: v.nullable(givenId),
  department: optionalLine(limits.name),
  phone: v.optional(givenPhone, ''),
  /** An addition: an inactive user cannot sign in. */
  is_active: v.optional(v.boolean()),
  /** An addition: omitted, the user's aliases stay. */
  aliases: givenAliases,
  /** An addition: whether a team lead may manage the own organization; omitted, it stays. */
  manages_organization: v.optional(v.boolean()),
}

/**
 * POST /admin/users/detailed (R316, R362, R363): creates a user or, with an `id`, changes one; a blank
 * password then keeps the current one. 409 if the username or email is taken: a user is never
 * overwritten by name. No two users share an address, whether it is an email or an alias.
 */
export const saveUserEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/users/detailed',
  access: 'manage:users',
  input: v.union([
    v.strictObject({ ...shared, password: newPassword }),
    v.strictObject({
      ...shared,
      id: givenId,
      password: v.optional(v.union([v.literal(''), newPassword]), ''),
    }),
    /** An addition: a new user gets an invitation in place of a password. */
    v.strictObject({ ...shared, sends_invitation: v.literal(true) }),
  ]),
  output: savedAnswer,
})

export const unknownUser = defineError({
  code: 'unknown_user',
  status: 404,
  description: 'No user has the id',
  params: noParams,
  sentence: () => 'There is no such user',
})

/** What another user has already; what is not there is free. */
export const taken = defineError({
  code: 'taken',
  status: 409,
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

export const lastAdmin = defineError({
  code: 'last_admin',
  status: 409,
  description: 'No active super admin would be left',
  params: noParams,
  sentence: () => 'This is the last active super admin. Name another one first.',
})

/** Of a call that would end the caller's own sign-in. */
export const ownDeactivation = defineError({
  code: 'own_deactivation',
  status: 409,
  description: 'The user is the caller, who would be inactive',
  params: noParams,
  sentence: () => 'You cannot make yourself inactive. Ask another super admin to do it.',
  fields: () => ['is_active'],
})

export const invitationsNotOffered = defineError({
  code: 'invitations_not_offered',
  status: 409,
  description: 'The server has no PUBLIC_URL, or no way to send mail',
  params: noParams,
  sentence: () => 'This server cannot send invitations: it has no PUBLIC_URL or no mail server',
})

export const userInactive = defineError({
  code: 'user_inactive',
  status: 409,
  description: 'An inactive user cannot be invited',
  params: noParams,
  sentence: () => 'This user is inactive. Make the user active first.',
})

export const passwordNotJudged = defineError({
  code: 'password_not_judged',
  status: 503,
  description: 'The password could not be judged in time',
  params: noParams,
  sentence: () => 'The password could not be judged in time. Try again.',
})

export const saveUserCall = describeCall(saveUserEndpoint, {
  summary: 'Create a user, or change the user with the id',
  description:
    'Another username, email, password or organization takes a confirmation of who acts within the last ten minutes, and so does a new super admin or organization admin.',
  tag: 'Administration',
  fields: [
    userFields,
    {
      id: {
        description: 'The user to change, or the user that was saved.',
        example: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11',
      },
      sends_invitation: {
        description:
          'For a new user without a password: sends a mail with a link to set it. Where a server offers `invitations`.',
        example: true,
      },
      password: 'At least 12 characters; on a change, empty to keep the current one.',
    },
  ],
  examples: {
    input: {
      username: 'rania',
      email: 'rania@clinic.example',
      full_name: 'Rania Khoury',
      role: 'employee',
      organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
      department: 'Accounts',
      phone: '+962 6 555 0100',
      aliases: ['accounts@clinic.example'],
      password: 'violet kettle drum',
    },
    output: { success: true, id: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11' },
  },
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
