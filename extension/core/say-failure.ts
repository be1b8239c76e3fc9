import type { ExtensionWords } from '../words/extension.words.yaml'
import type { ServerError } from './ask-server.ts'

/** A failure in a sentence, for the line, the window and the settings. */
export function sayFailure({ failure, code }: ServerError, words: ExtensionWords): string {
  if (failure !== 'refused') return words[failure]
  if (code === 'wrong_join_code') return words.wrongCode
  if (code === 'too_many_sign_ins') return words.tooManyCodes
  if (code === 'too_many_requests') return words.tooManyReports
  if (code === 'too_many_flags') return words.tooManyFlags
  return words.refusedBy
}
