import * as v from 'valibot'
import { object, text } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { chosenLocale } from '../core/locale-field.ts'
import { idleSecondsLeft } from '../sign-in/own-session.ts'
import { user } from '../users/user.ts'

export const meEndpoint = defineEndpoint('GET /auth/me', {
  summary: 'Who is signed in',
  access: 'signed-in',
  isOpenWhileRestricted: true,
  output: object({
    ...user.entries,
    organization_name: field(
      text,
      'The name of the organization; empty without one.',
      'Cedar Clinic',
    ),
    must_change_password: field(
      v.nullish(v.boolean()),
      'Whether the user has to set a password of their own first; most calls answer 403 until then.',
    ),
    /**
     * An addition: whether there is an account to open, as `own-account` of the capabilities says. It
     * comes with the user, so that no page waits for another call.
     */
    has_own_account: field(
      v.nullish(v.boolean()),
      'Whether the calls of the own account are there.',
    ),
    must_add_factor: field(
      v.nullish(v.boolean()),
      'Whether the user has to add a second factor first; most calls answer 403 until then.',
    ),
    factor_due_at: field(
      v.nullish(v.string()),
      'From when on the user needs a second factor; only for a user without one.',
      '2025-03-15T09:30:00.000Z',
    ),
    is_single_sign_on: field(
      v.nullish(v.boolean()),
      'Whether the session began by single sign-on; `POST /auth/login/single-sign-on/confirm` confirms it.',
    ),
    only_single_sign_on: field(
      v.nullish(v.boolean()),
      'Whether the session began by single sign-on, and no password would work for the user.',
    ),
    locale: field(chosenLocale, 'The language that the user chose; null until then.', 'ar'),
    organization_locale: field(
      chosenLocale,
      'The language of users of the organization who have not chosen one; null for English.',
    ),
    answers_by_mail: field(
      v.nullish(v.boolean()),
      'Whether answers to the own reports also come by mail; without it there is no such choice.',
    ),
    /** An addition: see `session.ts`. */
    idle_seconds_left: field(idleSecondsLeft, 'Seconds until the session ends without use.', 3600),
  }),
})
