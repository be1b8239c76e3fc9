import { $locale } from '../../src/lib/core/i18n/i18n.ts'
import { $extensionWords, type ExtensionWords } from '../words/extension.words.yaml'
import { localeOf, type Settings } from './settings.ts'

/** From now on all words are those of the settings' language. */
export function speak(settings: Pick<Settings, 'locale'>): ExtensionWords {
  $locale.set(localeOf(settings))
  return $extensionWords.get()
}
