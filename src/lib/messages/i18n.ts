import { createI18n } from '@nanostores/i18n'
import { atom } from 'nanostores'

/** The language of what the islands say. English is the base and is never fetched. */
export const $locale = atom('en')

export const i18n = createI18n($locale, { get: () => Promise.resolve({}) })
