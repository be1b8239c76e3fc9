/** No answer arrived: no network, a cut connection, or too long a wait. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
}

/** The words that a refusal may carry; each call names the ones that it shows, and in which order. */
export interface ErrorMessages {
  readonly detail?: string
  readonly error?: string
  readonly message?: string
}

/** The server refused: a status of 400 or more, or a 200 with `success: false` (R007). */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly words: ErrorMessages

  constructor(status: number, words: ErrorMessages) {
    super(`the server refused with ${status}`)
    this.status = status
    this.words = words
  }
}

/** The answer is not what the contract says. */
export class MalformedAnswerError extends Error {
  override name = 'MalformedAnswerError'
}

/** The first of the server's own words in the order that the call names, else the fallback. */
export function wordsOf(
  error: unknown,
  order: readonly (keyof ErrorMessages)[],
  fallback: string,
): string {
  if (!(error instanceof HttpError)) return fallback
  const found = order.map((key) => error.words[key]).find((words) => words !== undefined)
  return found ?? fallback
}
