import { languageChoices } from '../../../lib/account/language.ts'

/** The options of a select: each language in its own words. */
export function LanguageOptions() {
  return languageChoices.map(({ locale, name }) => (
    <option key={locale} value={locale} lang={locale}>
      {name}
    </option>
  ))
}
