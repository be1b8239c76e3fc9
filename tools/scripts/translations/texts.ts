import type { Words } from '../../../contract/core/words/parse-words.ts'

/** A text in a language beside the English one; undefined where English has none. */
export interface TextPair {
  /** Where it stands in its file: keys, joined by dots. */
  readonly key: string
  readonly english: Words | undefined
  readonly translated: Words
}

/** The texts of one file. */
export interface TextFile {
  readonly path: string
  readonly pairs: readonly TextPair[]
}

/** Whether a text has letters of the Arabic script. */
export function isArabic(text: string): boolean {
  return /\p{Script=Arabic}/u.test(text.replaceAll(/[،؛؟]/g, ''))
}
