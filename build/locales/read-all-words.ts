import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import {
  type FindWords,
  parseWords,
  type WordGroup,
} from '../../contract/core/words/parse-words.ts'

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
  const find = findIn(folder)
  return globSync('{extension,judge,server,src}/**/*.words.yaml', { cwd: folder })
    .sort()
    .map((path) => ({
      path,
      words: parseWords(path, readFileSync(join(folder, path), 'utf8'), find),
    }))
}

/** Finds the words of islands, whose files have different names. */
export function findIn(folder: string): FindWords {
  const paths = globSync('src/lib/**/*.words.yaml', { cwd: folder })
  const byName = new Map(paths.map((path) => [basename(path, '.words.yaml'), join(folder, path)]))
  return (name) => {
    const path = byName.get(name)
    return path === undefined ? undefined : readFileSync(path, 'utf8')
  }
}
