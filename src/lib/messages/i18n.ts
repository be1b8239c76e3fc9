import { createI18n } from '@nanostores/i18n'
import { atom } from 'nanostores'
import { baseLocale } from '../../../contract/locale.ts'

const page = globalThis.document?.documentElement

/** The language of what the islands say: that of the page they are on. */
export const $locale = atom(page?.lang || baseLocale)

/*
 * English is the base and is never fetched. A page in another language names the one file of its
 * words, which is here before any island says one; what it lacks, or all if it does not come, is in
 * English.
 */
const url = page?.dataset.messages
const answer = url && (await fetch(url).catch(() => undefined))

export const i18n = createI18n($locale, {
  get: () => Promise.resolve({}),
  cache: { [$locale.get()]: answer ? await answer.json() : {} },
})
