import type { HonoRequest } from 'hono'
import { HttpError } from './http-error.ts'

export const idempotencyHeader = 'Idempotency-Key'
/** Whatever is printed without a space, in quotes or not: the same text is the same key. */
export const idempotencyKeyPattern = '^[\\x21-\\x7e]{1,255}$'

/** Whose mail gateway calls, and how it names a call that it may have to make again. */
export interface Gateway {
  readonly organizationId: string
  readonly idempotencyKey?: string | undefined
}

const valid = new RegExp(idempotencyKeyPattern)

/**
 * How the caller names a request that it would make again if no answer came.
 * @returns undefined where it has no name
 * @throws HttpError 422
 */
export function idempotencyKey(request: HonoRequest): string | undefined {
  const key = request.header(idempotencyHeader)
  if (key === undefined || valid.test(key)) return key
  throw new HttpError(
    422,
    `${idempotencyHeader}: must be 1 to 255 ASCII characters without a space`,
  )
}
