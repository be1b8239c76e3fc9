import { useStore } from '@nanostores/react'
import type { MouseEvent } from 'react'
import { pressSwitch } from '../../../lib/account/language.ts'
import { $locale } from '../../../lib/core/i18n/i18n.ts'
import {
  languageNames,
  otherLanguage,
  pathInLanguage,
} from '../../../lib/core/navigation/languages.ts'
import styles from './LanguageSwitch.module.css'

/**
 * A link to this page in the other language, which is named in that language. Its click changes
 * the language in place.
 */
export function LanguageSwitch() {
  const current = useStore($locale)
  const other = otherLanguage(current)
  function press(event: MouseEvent<HTMLAnchorElement>) {
    // Such a click opens another window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void pressSwitch(other, event.currentTarget)
  }

  return (
    <a
      className={styles.link}
      href={pathInLanguage(other, location.pathname) + location.search}
      rel="external"
      hrefLang={other}
      lang={other}
      onClick={press}
    >
      {languageNames[other]}
    </a>
  )
}
