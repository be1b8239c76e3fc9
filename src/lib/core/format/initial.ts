import { $locale } from '../i18n/i18n.ts'
import { initialIn } from './figures.ts'

/** The first grapheme of the first name that is not empty, by the rules of the page's language (R098). */
export function initialOf(...names: readonly string[]): string {
  return initialIn($locale.get(), ...names)
}
