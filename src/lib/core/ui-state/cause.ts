import { ConnectionError, HttpError, MalformedAnswerError } from '../api/errors.ts'
import { $causesWords } from '../words/causes.words.yaml'

/**
 * Says why a call failed and what to do next, in the same words everywhere.
 * @param isAnswerShown whether the server's own sentence stands beside it
 * @returns undefined where the error says nothing, or where the server's sentence is enough
 */
export function causeOf(error: unknown, isAnswerShown = false): string | undefined {
  const words = $causesWords.get()
  if (error instanceof ConnectionError) return error.isTimeout ? words.timeout : words.offline
  if (error instanceof MalformedAnswerError) return words.unreadable
  if (!(error instanceof HttpError)) return undefined
  const { status } = error
  const isSaid = status < 500 || Object.keys(error.words).length > 0
  if (isAnswerShown && isSaid) return undefined
  return status === 403 ? words.forbidden : words.refused({ status: String(status) })
}
