import type { HonoRequest } from 'hono'
import { invalidField } from '../core/http-error.ts'
import type { Cover } from '../core/ports.ts'

export const idempotencyHeader = 'Idempotency-Key'
/** Printable ASCII without spaces. Quotes are part of the key. */
export const idempotencyKeyPattern = '^[\\x21-\\x7e]{1,255}$'

/** The cover of the calling gateway's key, and the key of a request that it may repeat. */
export interface Gateway {
  readonly cover: Cover
  readonly idempotencyKey?: string | undefined
}

const valid = new RegExp(idempotencyKeyPattern)

/**
 * The key by which a repeated request is recognized.
 * @returns undefined without the header
 * @throws HttpError 422
 */
export function idempotencyKey(request: HonoRequest): string | undefined {
  const key = request.header(idempotencyHeader)
  if (key === undefined || valid.test(key)) return key
  throw invalidField(idempotencyHeader, 'not_a_key', {})
}
