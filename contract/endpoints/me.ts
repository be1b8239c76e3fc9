import * as v from 'valibot'
import { describeCall } from '../call.ts'
import { defineEndpoint } from '../endpoint.ts'
import { noInput, object, text } from '../fields/basic.ts'
import { user, userExample, userFields } from '../fields/user.ts'
import { idleSecondsLeft } from './session.ts'

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
    },
  ],
  examples: {
    // A spread may have side effects, and the site's bundle would keep it.
    output: /* @__PURE__ */ Object.assign({}, userExample, {
      organization_name: 'Cedar Clinic',
      idle_seconds_left: 3600,
    }),
  },
})
