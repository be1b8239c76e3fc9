import { readAllWords } from '../../../build/locales/read-all-words.ts'
import { entriesOf } from '../../../contract/core/words/parse-words.ts'
import { root } from '../run-command.ts'
import type { TextFile } from './texts.ts'

/** The words of islands, server or judge in a language, beside the English ones. */
export function wordTexts(folder: 'judge' | 'server' | 'src', locale: 'ar'): TextFile[] {
  return readAllWords(root)
    .filter(({ path }) => path.startsWith(`${folder}/`))
    .map(({ path, words }) => ({
      path,
      pairs: entriesOf(words).flatMap(({ key, entry }) => {
        const translated = entry[locale]
        return translated === undefined ? [] : [{ key, english: entry.en, translated }]
      }),
    }))
}
