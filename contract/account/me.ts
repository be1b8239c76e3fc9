import * as v from 'valibot'
import { noInput, object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { chosenLocale } from '../core/locale-field.ts'
import { idleSecondsLeft } from '../sign-in/own-session.ts'
import { user, userExample, userFields } from '../users/user.ts'

/** GET /auth/me (R289, R349): the user that the token belongs to. */
export const meEndpoint = defineEndpoint({
  method: 'GET',
  path: '/auth/me',
  access: 'signed-in',
  isOpenWhileRestricted: true,
  input: noInput,
  output: object({
    ...user.entries,
    /** An addition, empty if a backend does not send it: used in the mails that the site drafts. */
    organization_name: text,
    /** An addition, only if true: most calls answer 403 until the user has set a password of their own. */
    must_change_password: v.nullish(v.boolean()),
    /**
     * An addition: whether there is an account to open, as `own-account` of the capabilities says. It
     * comes with the user, so that no page waits for another call.
     */
    has_own_account: v.nullish(v.boolean()),
    /** An addition, only if true: most calls answer 403 until the user has added a second factor. */
    must_add_factor: v.nullish(v.boolean()),
    /** An addition, only for users without a second factor: from when on they need one. */
    factor_due_at: v.nullish(v.string()),
    /** An addition, only if true: the session began by single sign-on, and is confirmed at the provider. */
    is_single_sign_on: v.nullish(v.boolean()),
    /** An addition, only if true: such a session, in an organization that allows no other way. */
    only_single_sign_on: v.nullish(v.boolean()),
    /** An addition: the language that the user chose, and the default of the organization. */
    locale: chosenLocale,
    organization_locale: chosenLocale,
    /** An addition: see `session.ts`. */
    idle_seconds_left: idleSecondsLeft,
  }),
})

export const meCall = describeCall(meEndpoint, {
  summary: 'Who is signed in',
  tag: 'Sign-in',
  fields: [
    userFields,
    {
      organization_name: 'The name of the organization; empty without one.',
      must_change_password: {
        description:
          'Whether the user has to set a password of their own first; most calls answer 403 until then.',
        example: true,
      },
      has_own_account: {
        description: 'Whether the calls of the own account are there.',
        example: true,
      },
      must_add_factor: {
        description:
          'Whether the user has to add a second factor first; most calls answer 403 until then.',
        example: true,
      },
      factor_due_at: {
        description: 'From when on the user needs a second factor; only for a user without one.',
        format: 'date-time',
        example: '2025-03-15T09:30:00.000Z',
      },
      is_single_sign_on: {
        description:
          'Whether the session began by single sign-on; `POST /auth/login/single-sign-on/confirm` confirms it.',
        example: true,
      },
      only_single_sign_on: {
        description:
          'Whether the session began by single sign-on, and no password would work for the user.',
        example: true,
      },
      locale: 'The language that the user chose; null until then.',
      organization_locale:
        'The language of users of the organization who have not chosen one; null for English.',
    },
  ],
  examples: {
    // A spread may have side effects, and the site's bundle would keep it.
    output: /* @__PURE__ */ Object.assign({}, userExample, {
      organization_name: 'Cedar Clinic',
      locale: 'ar' as const,
      organization_locale: 'en' as const,
      idle_seconds_left: 3600,
    }),
  },
})
