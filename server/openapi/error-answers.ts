import type { Endpoint } from '../../contract/endpoint.ts'
import { can, roles } from '../../contract/permissions.ts'
import type { Operation } from './operations.ts'

/** These calls do not use the database. */
const withoutDatabase = new Set(['/health', '/privacy-policy'])

/** The errors that a call may return, with their causes. */
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
    ...(access === 'public'
      ? {}
      : { 401: 'The session or the gateway key is missing or not valid' }),
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
