/** An error response; its message may be shown to the user. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Additional fields of the response body. */
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

/** The site's calls read different keys, so all three hold the message. */
export function errorBody(words: string) {
  return { success: false, detail: words, error: words, message: words }
}

/** A temporary error; the client may retry after the given seconds. */
export function blockedUntil(status: 429 | 503, words: string, seconds: number): HttpError {
  return new HttpError(status, words, { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) })
}
