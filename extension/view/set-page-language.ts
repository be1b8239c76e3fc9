import { directionOf } from '../../contract/core/locale.ts'
import { speak } from '../core/say-failure.ts'
import { localeOf, type Settings } from '../core/settings.ts'
import '../../src/styles/layers.css'
import '../../src/styles/tokens.css'
import '../../src/styles/base.css'
import '../../src/styles/arabic.css'
import '../../src/ui/button.css'
import './page.css'

/** Makes a page of the extension's one in the language of the settings. */
export function setPageLanguage(settings: Settings) {
  const words = speak(settings)
  const { documentElement } = document
  documentElement.lang = localeOf(settings)
  documentElement.dir = directionOf(documentElement.lang)
  document.title = words.title
  return words
}
