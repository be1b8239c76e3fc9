import { baseLocale, intlLocaleOf, type Locale } from '../../contract/core/locale.ts'
import { filsPerJod } from '../../contract/receipts/price.ts'
import { wordsIn } from './locale.ts'
import { readWords } from './read-words.ts'

const words = readWords(import.meta.dirname, 'formats.words.yaml')

/** An amount as calls return it. */
export function jodOf(fils: number): number {
  return fils / filsPerJod
}

/** An amount for display, for example `1,234.50 JOD`, rounded half up (R004). */
export function formatFils(fils: number, locale: Locale = baseLocale): string {
  const amount = new Intl.NumberFormat(intlLocaleOf(locale), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return wordsIn(words, locale).amount({
    amount: amount.format(Math.floor((fils + 5) / 10) / 100),
  })
}

/** 2026-03-02T08:00:00.000Z as '2 March 2026 at 08:00 UTC': for readers, with the month by its name. */
export function longMoment(time: string, locale: Locale): string {
  const at = new Date(time)
  const day = at.toLocaleDateString(locale === baseLocale ? 'en-GB' : intlLocaleOf(locale), {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  return wordsIn(words, locale).moment({ day, clock: at.toISOString().slice(11, 16) })
}

/**
 * 2026-03-02T08:00:00.000Z as '2026-03-02 08:00 UTC'. A text that is read from the right would turn the
 * digits of the day around, so that the month has its name there.
 */
export function shortMoment(time: string, locale: Locale): string {
  return locale === baseLocale
    ? `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`
    : longMoment(time, locale)
}
