import { basename, dirname, join } from 'node:path/posix'
import { commentsIn, lineAt } from './find-words.ts'

export interface Missing {
  readonly name: string
  /** Starts at 1. */
  readonly line: number
  readonly path: string
}

const pathWords = /(?<![\w/.@<>*{}$…[\]:~-])[\w-][\w.-]*\/[\w./[\]-]*(?![\w*<{…$[])/g
const isFile = /\.(?:tsx?|astro|css|mjs|ya?ml|md|json)$/
const scriptCalls = /\bnpm run (?:--silent )?([a-z][\w:-]*\w)/g
const decisions = /(?<=\bdecisions? )(\d{4})\b|(?<=\bdecisions\/)(\d{4})\b/g
const fileNames = /(?<![\w/.@<>*{}…[\]-])\w[\w.-]*\.(?:tsx?|astro|mjs|md)\b(?![\w*<{/])/g

/**
 * Finds in comments and documents what looks like a path of the repository and is none. A path may
 * begin at the root, or at any folder around the file that names it.
 */
export function createFinder(files: readonly string[], scripts: readonly string[]) {
  const paths = new Set(files.flatMap(withFolders))
  const baseNames = new Set(files.map((file) => basename(file)))
  const numbers = new Set(
    files.flatMap((file) => /^docs\/decisions\/(\d{4})-/.exec(file)?.[1] ?? []),
  )
  const tops = new Set(files.flatMap((file) => /^[^/]+(?=\/)/.exec(file)?.[0] ?? []))

  const isThere = (name: string, path: string) =>
    foldersAround(name).some((folder) => paths.has(join(folder, path).replace(/\/$/, '')))

  const pathsMissingIn = (name: string, text: string) =>
    [...text.matchAll(pathWords)]
      .map(({ index, 0: word }) => ({ index, word: word.replace(/\.+$/, '') }))
      .filter(({ word }) => isFile.test(word) || (tops.has(firstOf(word)) && word.endsWith('/')))
      .filter(({ word }) => !isThere(name, word))

  const othersMissingIn = (text: string) =>
    [
      ...[...text.matchAll(fileNames)].filter(({ 0: word }) => !baseNames.has(word)),
      ...[...text.matchAll(scriptCalls)].filter(({ 1: script = '' }) => !scripts.includes(script)),
      ...[...text.matchAll(decisions)].filter(({ 0: number }) => !numbers.has(number)),
    ].map(({ index, 0: word }) => ({ index, word }))

  return (name: string, source: string): Missing[] =>
    commentsIn(name, source).flatMap(({ start, text }) =>
      [...pathsMissingIn(name, text), ...othersMissingIn(text)].map(({ index, word }) => ({
        name,
        line: lineAt(source, start + index),
        path: word,
      })),
    )
}

const firstOf = (path: string) => path.split('/')[0] ?? ''

function withFolders(file: string): string[] {
  const parts = file.split('/')
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'))
}

/** From the root to the folder of the file. */
function foldersAround(name: string): string[] {
  const folder = dirname(name)
  return folder === '.' ? ['.'] : ['.', ...withFolders(folder)]
}
