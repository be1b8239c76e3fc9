import * as v from 'valibot'
import { givenLogin, object } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { tooManyChallenges } from './sign-in-with-passkey.ts'

/*
 * Single sign-on by OpenID Connect, additions. The cookie that binds it to the browser comes with
 * each call, so the paths are below that of the sign-in. Between the first two calls the browser visits
 * the provider, which sends it to `GET /auth/login/single-sign-on/callback/{organization_id}`; from there
 * it comes to the sign-in page with `singleSignOnFragment`.
 */

/** A dashboard of the site, with its query: no other address is ever returned to. */
const screenAddress = /^\/dashboard\/[a-z]+(?:\?[^\s#\\]*)?$/

const output = object({
  url: field(
    v.pipe(v.string(), v.minLength(1)),
    'The page of the provider, where the browser goes next.',
    'https://login.clinic.example/auth?client_id=aman&response_type=code&scope=openid+email&state=…',
    'uri',
  ),
})

export const noSingleSignOn = defineError(404, 'no_single_sign_on', {
  description: 'No organization with single sign-on has the domain',
  sentence: () => 'There is no single sign-on for this address. Sign in with your password.',
  fields: () => ['login'],
})

export const providerUnavailable = defineError(503, 'provider_unavailable', {
  description: 'The identity provider of the organization does not answer as it should',
  sentence: () =>
    'The sign-in service of your organization does not answer. Try again in a few minutes.',
})

/** Of a user who did not sign in by single sign-on. */
export const noProviderSession = defineError(409, 'no_provider_session', {
  description: 'The user is not linked to an identity at the provider of the organization',
  sentence: () => 'You do not sign in by single sign-on. Confirm your password.',
})

export const beginSingleSignOnEndpoint = defineEndpoint('POST /auth/login/single-sign-on', {
  summary: 'Begin to sign in by single sign-on',
  description:
    'Says whether an organization with single sign-on has the domain, and nothing about users. The answer sets a cookie that the next steps need.',
  access: 'public',
  sendsCookies: true,
  takesLocale: true,
  input: v.strictObject({
    login: field(
      givenLogin(limits.email),
      'An email address, or the domain of the organization.',
      'rania@clinic.example',
    ),
    to: field(
      v.optional(v.pipe(v.string(), v.maxLength(limits.destination), v.regex(screenAddress))),
      'Where the site goes after the sign-in: a path of a dashboard with its query.',
      '/dashboard/employee?view=messages',
    ),
  }),
  output,
  errors: [noSingleSignOn, providerUnavailable, tooManyChallenges],
})

export const confirmAtProviderEndpoint = defineEndpoint('POST /auth/login/single-sign-on/confirm', {
  summary: 'Prove at the provider who uses this session',
  description:
    'The provider asks the user to sign in again. Calls that answer with `confirmation_required` then work for ten minutes.',
  access: 'signed-in',
  sendsCookies: true,
  takesLocale: true,
  output,
  errors: [noProviderSession, providerUnavailable],
})
