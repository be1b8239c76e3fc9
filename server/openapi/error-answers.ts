import type { Endpoint } from '../../contract/endpoint.ts'
import { can, roles } from '../../contract/permissions.ts'
import type { Operation } from './operations.ts'

/** These two never ask the database. */
const withoutDatabase = new Set(['/health', '/privacy-policy'])

/** Which refusals a call may be answered with, and why. */
export function errorsOf(
  { method, path, access }: Endpoint,
  { refusals = {} }: Operation,
): Record<number, string> {
  const isForSome = access !== 'public' && access !== 'gateway' && access !== 'signed-in'
  return {
    ...(method === 'GET'
      ? {}
      : {
          400: 'The body is not valid JSON',
          413: 'The body is too large',
          415: 'The body is not application/json',
        }),
    ...(access === 'public' ? {} : { 401: 'Nobody is signed in, or no valid key came along' }),
    ...(isForSome && roles.some((role) => !can(role, access))
      ? { 403: 'The role does not allow this' }
      : {}),
    ...(access === 'gateway' ? { 403: 'Gateways may not call from this network' } : {}),
    422: 'A field is missing, unknown or not valid; the words name it',
    500: 'Something went wrong on the server',
    ...(withoutDatabase.has(path) ? {} : { 503: 'Not right now; try again in a moment' }),
    ...refusals,
  }
}
