import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { readAllWords } from '../../../build/locales/read-all-words.ts'
import { isolateData } from '../../../build/locales/translated.ts'
import {
  entriesOf,
  mapTexts,
  textsOf,
  type Words,
  withProductName,
} from '../../../contract/core/words/parse-words.ts'
import { root } from '../../../tools/scripts/run-command.ts'

/** An English text of the site beside its Arabic one. */
export interface Phrase {
  readonly english: string
  /** By plural form, if the number in the text decides. */
  readonly arabic: Words
}

/** The site's texts in both languages; untranslated ones are English in both. */
export function readPhrases(): Phrase[] {
  return [...phrasesOfIslands(), ...phrasesOfContent()]
}

function phrasesOfIslands(): Phrase[] {
  return readAllWords(root)
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap(({ words }) => entriesOf(words))
    .flatMap(({ entry: { en, ar = en } }) =>
      textsOf(en).map((english) => ({
        english: withProductName(english, 'en'),
        arabic: isolateData(mapTexts(ar, (text) => withProductName(text, 'ar'))),
      })),
    )
}

function phrasesOfContent(): Phrase[] {
  const folder = join(root, 'src/content')
  return globSync('ar/**/*.yaml', { cwd: folder }).flatMap((path) => {
    const english = join(folder, path.slice('ar/'.length))
    if (!existsSync(english)) return []
    const phrases = pair(
      parse(readFileSync(english, 'utf8')),
      parse(readFileSync(join(folder, path), 'utf8')),
    )
    return path === 'ar/landing.yaml' ? phrases.flatMap(withName) : phrases
  })
}

/** The people on the front page have names that people in tests have too. */
function withName(phrase: Phrase): Phrase[] {
  const { english } = phrase
  const isName = /^[A-Z][a-z]+(?: [A-Z][a-z]+|, [a-z]+)$/.test(english)
  return isName ? [phrase, { english, arabic: english }] : [phrase]
}

/** The texts at the same places of two content files. */
function pair(english: unknown, arabic: unknown): Phrase[] {
  if (typeof english === 'string') {
    return typeof arabic === 'string' ? [{ english, arabic }] : []
  }
  if (typeof english !== 'object' || typeof arabic !== 'object') return []
  if (english === null || arabic === null) return []
  const inArabic = new Map<string, unknown>(Object.entries(arabic))
  return Object.entries(english).flatMap(([name, value]) => pair(value, inArabic.get(name)))
}

/** Words in Latin letters that Arabic texts keep: names of programs and formats. */
export function latinWordsIn(phrases: readonly Phrase[]): string[] {
  const texts = phrases.flatMap(({ arabic }) =>
    typeof arabic === 'string' ? [arabic] : Object.values(arabic),
  )
  const words = texts
    .filter((text) => /\p{Script=Arabic}/u.test(text))
    .flatMap((text) => text.replaceAll(/\{\w+\}/g, '').match(/[A-Za-z]{2,}/g) ?? [])
  return [...new Set(words)]
}
