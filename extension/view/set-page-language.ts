import { directionOf } from '../../contract/core/locale.ts'
import { localeOf, type Settings } from '../core/settings.ts'
import { speak } from '../core/speak.ts'

/** Makes a page of the extension's one in the language of the settings. */
export function setPageLanguage(settings: Settings) {
  const words = speak(settings)
  const { documentElement } = document
  documentElement.lang = localeOf(settings)
  documentElement.dir = directionOf(documentElement.lang)
  document.title = words.title
  return words
}
