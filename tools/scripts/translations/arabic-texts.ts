import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { readAllWords } from '../../../build/locales/read-all-words.ts'
import { entriesOf, type Words } from '../../../contract/core/words/parse-words.ts'
import { root } from '../run-command.ts'

/** A text of the islands, the server, the judge or a content file. */
interface Text {
  /** Where it stands in its file: keys, joined by dots. */
  readonly key: string
  readonly translated: Words
}

/** The texts of one file. */
export interface TextFile {
  readonly path: string
  readonly pairs: readonly Text[]
}

/** Whether a text has letters of the Arabic script. */
export function isArabic(text: string): boolean {
  return /\p{Script=Arabic}/u.test(text.replaceAll(/[،؛؟]/g, ''))
}

/** The Arabic texts of the islands, the server, the judge and the content. */
export function arabicTexts(): TextFile[] {
  const own = readAllWords(root).filter(({ path }) => !path.startsWith('extension/'))
  const words = own.map((file) => ({
    path: file.path,
    pairs: entriesOf(file.words).flatMap(({ key, entry: { ar: translated } }) =>
      translated === undefined ? [] : [{ key, translated }],
    ),
  }))
  const content = globSync('src/content/ar/**/*.yaml', { cwd: root }).map((path) => ({
    path,
    pairs: textsIn('', parse(readFileSync(join(root, path), 'utf8'))),
  }))
  return [...words, ...content]
}

/** A value without Arabic letters, such as a date, is not a text. */
function textsIn(key: string, value: unknown): Text[] {
  if (typeof value === 'string') return isArabic(value) ? [{ key, translated: value }] : []
  return Object.entries(value ?? {}).flatMap(([name, part]: [string, unknown]) =>
    textsIn(key === '' ? name : `${key}.${name}`, part),
  )
}
