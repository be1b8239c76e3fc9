import { $locale } from '../../src/lib/core/i18n/i18n.ts'
import type { ExtensionWords } from '../words/extension.words.yaml'
import { $extensionWords } from '../words/extension.words.yaml'
import type { ServerError } from './ask-server.ts'
import { localeOf, type Settings } from './settings.ts'

/** From now on all words are those of the settings' language. */
export function speak(settings: Pick<Settings, 'locale'>): ExtensionWords {
  $locale.set(localeOf(settings))
  return $extensionWords.get()
}

/** A failure in a sentence, for the line, the window and the settings. */
export function sayFailure({ failure, code }: ServerError, words: ExtensionWords): string {
  if (failure !== 'refused') return words[failure]
  if (code === 'wrong_join_code') return words.wrongCode
  if (code === 'too_many_sign_ins') return words.tooManyCodes
  if (code === 'too_many_requests') return words.tooManyReports
  if (code === 'too_many_flags') return words.tooManyFlags
  return words.refusedBy
}
