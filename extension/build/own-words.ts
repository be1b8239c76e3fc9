import type { Plugin } from 'vite'
import { readAllWords } from '../../build/locales/read-all-words.ts'
import { translated } from '../../build/locales/translated.ts'
import { namesOf } from '../../build/locales/word-types.ts'
import { baseLocale, locales } from '../../contract/core/locale.ts'

/**
 * Puts the words of all languages in the package: a service worker has no page that names a file with
 * them, and may not wait for one before it listens.
 * @param root the project's folder
 */
export function ownWords(root: string): Plugin {
  const components = ['judgeReasons', 'judgedMail', 'tryMail', 'extension']
  const files = readAllWords(root)
    .map(({ path, words }) => ({ component: namesOf(path).component, words }))
    .filter(({ component }) => components.includes(component))
  const cache = Object.fromEntries(
    locales
      .filter((locale) => locale !== baseLocale)
      .map((locale) => [
        locale,
        Object.fromEntries(
          files.map(({ component, words }) => [component, translated(words, locale)]),
        ),
      ]),
  )
  return {
    name: 'own-words',
    enforce: 'pre',
    load: {
      filter: { id: /\/src\/lib\/core\/i18n\/i18n\.ts$/ },
      handler: () => ({
        code: `import { createI18n } from '@nanostores/i18n'
import { atom } from 'nanostores'
export const $locale = atom(${JSON.stringify(baseLocale)})
export const i18n = createI18n($locale, { get: async () => ({}), cache: ${JSON.stringify(cache)} })
`,
        moduleType: 'js',
      }),
    },
  }
}
