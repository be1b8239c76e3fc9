import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseWords, type WordGroup } from '../../contract/core/words/parse-words.ts'

/** A parsed `<name>.words.yaml`. */
export interface WordsFile {
  /** From the project's folder. */
  readonly path: string
  readonly words: WordGroup
}

/**
 * The words of islands, server, judge and browser extension.
 * @param folder the project's
 */
export function readAllWords(folder: string): WordsFile[] {
  return globSync('{extension,judge,server,src}/**/*.words.yaml', { cwd: folder })
    .sort()
    .map((path) => ({ path, words: parseWords(path, readFileSync(join(folder, path), 'utf8')) }))
}
