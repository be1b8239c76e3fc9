import { baseLocale, type Locale } from '../../contract/core/locale.ts'
import type { Caller } from '../http/bind.ts'

/** The language that the user has chosen, or else that of the page where they ask. */
export function localeOfReceipt({ user, locale }: Pick<Caller, 'user' | 'locale'>): Locale {
  return user.locale ?? locale ?? baseLocale
}
