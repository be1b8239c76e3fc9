import { createI18n } from '@nanostores/i18n'
import { atom } from 'nanostores'
import { baseLocale } from '../../../../contract/core/locale.ts'

const page = globalThis.document?.documentElement

/** The language of the islands, which is that of the page. */
export const $locale = atom(page?.lang || baseLocale)

/*
 * English is the base language and is bundled. A page in another language names the file with its
 * words, which is loaded before any island renders. Missing words fall back to English.
 */
const url = page?.dataset.catalogue
const answer = url ? await fetch(url).catch(() => undefined) : undefined

export const i18n = createI18n($locale, {
  get: async () => ({}),
  cache: { [$locale.get()]: answer?.ok ? await answer.json() : {} },
})
