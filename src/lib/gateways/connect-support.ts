import { errorDetailsOf } from '../core/api/error-details.ts'
import { HttpError } from '../core/api/errors.ts'

/** Whether a backend does not have a call, which is an addition to the contract. */
export function isUnsupported(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false
  // Also a 404: the organization is there no more.
  const isMissing = error.status === 404 && errorDetailsOf(error).code !== 'unknown_organization'
  return isMissing || error.status === 405 || error.status === 501
}
