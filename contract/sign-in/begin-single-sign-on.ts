import * as v from 'valibot'
import { givenLogin, noInput, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { tooManyChallenges } from './sign-in-with-passkey.ts'
import { singleSignOnFields } from './single-sign-on-fields.ts'

/*
 * Single sign-on by OpenID Connect, additions. The cookie that binds it to the browser comes with
 * each call, so the paths are below that of the sign-in. Between the first two calls the browser visits
 * the provider, which sends it to `GET /auth/login/single-sign-on/callback/{organization_id}`; from there
 * it comes to the sign-in page with `singleSignOnFragment`.
 */

/** A dashboard of the site, with its query: no other address is ever returned to. */
const screenAddress = /^\/dashboard\/[a-z]+(?:\?[^\s#\\]*)?$/

const output = object({ url: v.pipe(v.string(), v.minLength(1)) })

/** POST /auth/login/single-sign-on: by the domain of an email, or a domain. Asks for no user. */
export const beginSingleSignOnEndpoint = defineEndpoint({
  method: 'POST',
  path: '/auth/login/single-sign-on',
  access: 'public',
  sendsCookies: true,
  takesLocale: true,
  input: v.strictObject({
    login: givenLogin(limits.email),
    to: v.optional(v.pipe(v.string(), v.maxLength(limits.destination), v.regex(screenAddress))),
  }),
  output,
})

/**
 * POST /auth/login/single-sign-on/confirm: a signed-in user proves at the provider who they are, in place
 * of `POST /auth/confirm`. The session is confirmed when the browser comes back.
 */
export const confirmAtProviderEndpoint = defineEndpoint({
  method: 'POST',
  path: '/auth/login/single-sign-on/confirm',
  access: 'signed-in',
  sendsCookies: true,
  takesLocale: true,
  input: noInput,
  output,
})

export const noSingleSignOn = defineError({
  code: 'no_single_sign_on',
  status: 404,
  description: 'No organization with single sign-on has the domain',
  params: noParams,
  sentence: () => 'There is no single sign-on for this address. Sign in with your password.',
  fields: () => ['login'],
})

export const providerUnavailable = defineError({
  code: 'provider_unavailable',
  status: 503,
  description: 'The identity provider of the organization does not answer as it should',
  params: noParams,
  sentence: () =>
    'The sign-in service of your organization does not answer. Try again in a few minutes.',
})

/** Of a user who did not sign in by single sign-on. */
export const noProviderSession = defineError({
  code: 'no_provider_session',
  status: 409,
  description: 'The user is not linked to an identity at the provider of the organization',
  params: noParams,
  sentence: () => 'You do not sign in by single sign-on. Confirm your password.',
})

const url =
  'https://login.clinic.example/auth?client_id=aman&response_type=code&scope=openid+email&state=…'

export const beginSingleSignOnCall = describeCall(beginSingleSignOnEndpoint, {
  summary: 'Begin to sign in by single sign-on',
  tag: 'Sign-in',
  description:
    'Says whether an organization with single sign-on has the domain, and nothing about users. The answer sets a cookie that the next steps need.',
  fields: [
    singleSignOnFields,
    {
      login: 'An email address, or the domain of the organization.',
      to: 'Where the site goes after the sign-in: a path of a dashboard with its query.',
    },
  ],
  examples: {
    input: { login: 'rania@clinic.example', to: '/dashboard/employee?view=messages' },
    output: { url },
  },
  errors: [noSingleSignOn, providerUnavailable, tooManyChallenges],
})

export const confirmAtProviderCall = describeCall(confirmAtProviderEndpoint, {
  summary: 'Prove at the provider who uses this session',
  tag: 'Sign-in',
  description:
    'The provider asks the user to sign in again. Calls that answer with `confirmation_required` then work for ten minutes.',
  fields: [singleSignOnFields],
  examples: { output: { url } },
  errors: [noProviderSession, providerUnavailable],
})
