/** What the server answers instead of doing what was asked, in words that may be shown. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** What the answer says besides the words. */
  readonly facts: Readonly<Record<string, unknown>>

  constructor(
    status: number,
    words: string,
    headers: Readonly<Record<string, string>> = {},
    facts: Readonly<Record<string, unknown>> = {},
  ) {
    super(words)
    this.status = status
    this.headers = headers
    this.facts = facts
  }
}

/** The calls of the site read different keys, so the same words stand under all three. */
export function errorBody(words: string) {
  return { success: false, detail: words, error: words, message: words }
}

/** Refuses for now; the caller may come back after some seconds. */
export function blockedUntil(status: 429 | 503, words: string, seconds: number): HttpError {
  return new HttpError(status, words, { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) })
}
