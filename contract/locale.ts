/** The language in which everything is written first, and in which what is not translated is shown. */
export const baseLocale = 'en'
