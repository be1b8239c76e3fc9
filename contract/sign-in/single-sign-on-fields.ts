/** Who may sign in by single sign-on: no user, users who choose it, or every user and only so. */
export const signInModes = ['off', 'optional', 'only'] as const
export type SignInMode = (typeof signInModes)[number]

/**
 * Why the provider's answer did not sign in, in the fragment of the sign-in page:
 * - `ended`: it took too long, or was begun in another browser
 * - `refused`: the provider, or the user there, refused
 * - `unavailable`: the provider does not answer
 * - `failed`: the answer of the provider is not valid
 * - `no_user`: no active user belongs to the identity at the provider
 */
export const singleSignOnProblems = [
  'ended',
  'refused',
  'unavailable',
  'failed',
  'no_user',
] as const
export type SingleSignOnProblem = (typeof singleSignOnProblems)[number]

/**
 * The fragment with which the server sends the browser back to the site: one of these names with a
 * value, for instance `#single-sign-on=<code>`.
 */
export const singleSignOnFragment = {
  /** The one-time code for `POST /auth/login/single-sign-on/finish`. */
  code: 'single-sign-on',
  /** One of `singleSignOnProblems`. */
  problem: 'single-sign-on-problem',
  /** The session is confirmed; the value is `yes`. */
  confirmed: 'single-sign-on-confirmed',
} as const
