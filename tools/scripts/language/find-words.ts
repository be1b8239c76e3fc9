import { basename, dirname, join } from 'node:path/posix'
import ts from 'typescript'

interface Missing {
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

/** Words that hide who acts or what is meant, with what to write instead. */
const avoidedWords: ReadonlyMap<string, string> = new Map([
  ['whoever', "name them: 'the user', 'the caller', 'the operator'"],
  ['whomever', "name them: 'the user', 'the caller', 'the operator'"],
  ['somebody', "name them: 'a user', 'another user', 'a client'"],
  ['nobody', "name them: 'no user', 'no caller', or say what does not happen"],
  ['anybody', "name them: 'any user', 'every caller'"],
  ['everybody', "name them: 'every user', 'all clients'"],
  ['of no', "'without', or a verb: 'has no'"],
  ['that is none', "'invalid', 'not a …'"],
  ['farewell', "'removal notice'"],
  ['good people', "'legitimate users'"],
])

/** Former names in code; the glossary has the current ones. */
const avoidedNames: ReadonlySet<string> = new Set([
  'bring',
  'farewell',
  'goodPeople',
  'here',
  'keepHouse',
  'later',
  'sufferingOf',
  'turn',
  'withPatience',
])

export interface Finding {
  /** Starts at 1. */
  readonly line: number
  readonly word: string
  readonly instead: string
}

/** A part of a file that people read as English, and where it starts. */
export interface Passage {
  readonly start: number
  readonly text: string
}

// A line break may stand between the words, with the asterisk of a comment or the mark of a quote.
const pattern = new RegExp(
  `\\b(?:${[...avoidedWords.keys()].map((word) => word.replaceAll(' ', '[\\s*>]+')).join('|')})\\b(?!-)`,
  'gi',
)

/** Comments of code, without their marks' meaning; the whole text of Markdown. */
function commentsIn(fileName: string, source: string): readonly Passage[] {
  if (fileName.endsWith('.md')) return [{ start: 0, text: source }]
  if (/\.ya?ml$/.test(fileName)) return matches(source, /(?<=^|\s)#.*$/gm)
  if (fileName.endsWith('.lua')) return matches(source, /--.*$/gm)
  if (fileName.endsWith('.css')) return blockComments(source)
  const lineComments = matches(source, /(?<=^|\s)\/\/.*$/gm)
  return [...blockComments(source), ...lineComments, ...matches(source, /<!--.*?-->/gs)]
}

/** Comments, titles of tests and names in TypeScript; comments in other code; the text of Markdown. */
export function findAvoidedWords(fileName: string, source: string): Finding[] {
  if (/\.tsx?$/.test(fileName)) return findInTypeScript(fileName, source)
  if (fileName.endsWith('.astro')) return findInAstro(fileName, source)
  const passages = fileName.endsWith('.md') ? markdownText(source) : blockComments(source)
  return findIn(passages, source)
}

function findInTypeScript(fileName: string, source: string): Finding[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true)
  const passages = new Map<number, Passage>()
  const names: Finding[] = []
  const add = (start: number, end: number) => {
    passages.set(start, { start, text: source.slice(start, end) })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) return
    const title = titleOfTest(node)
    if (title !== undefined) add(title.getStart(file), title.end)
    if (ts.isIdentifier(node) && avoidedNames.has(node.text)) {
      const line = lineAt(source, node.getStart(file))
      names.push({ line, word: node.text, instead: 'the name in docs/glossary.md' })
    }
    ts.forEachLeadingCommentRange(source, node.pos, add)
    ts.forEachTrailingCommentRange(source, node.end, add)
    for (const child of node.getChildren(file)) visit(child)
  }
  visit(file)
  return [...findIn([...passages.values()], source), ...names].sort((a, b) => a.line - b.line)
}

/** The frontmatter is TypeScript; the template has comments of HTML, JSX and CSS. */
function findInAstro(fileName: string, source: string): Finding[] {
  const frontmatter = /^---\n.*?^---$/ms.exec(source)?.[0] ?? ''
  const script = frontmatter.replaceAll(/^---$/gm, '')
  const lines = frontmatter.split('\n').length - 1
  const template = source.slice(frontmatter.length)
  const comments = [...blockComments(template), ...matches(template, /<!--.*?-->/gs)]
  return [
    ...findInTypeScript(`${fileName}.ts`, script),
    ...findIn(comments, template).map((found) => ({ ...found, line: found.line + lines })),
  ]
}

const testFunctions = new Set(['test', 'it', 'describe'])

function titleOfTest(node: ts.Node): ts.Expression | undefined {
  if (!ts.isCallExpression(node)) return undefined
  let callee: ts.Node = node.expression
  while (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) {
    callee = callee.expression
  }
  return ts.isIdentifier(callee) && testFunctions.has(callee.text) ? node.arguments[0] : undefined
}

function blockComments(source: string): Passage[] {
  return matches(source, /\/\*.*?\*\//gs)
}

/** Without code, which may hold names and output that are fixed. */
function markdownText(source: string): Passage[] {
  const blank = (code: string) => code.replaceAll(/[^\n]/g, ' ')
  return [
    { start: 0, text: source.replaceAll(/^```.*?^```$/gms, blank).replaceAll(/`[^`\n]+`/g, blank) },
  ]
}

function matches(source: string, expression: RegExp): Passage[] {
  return [...source.matchAll(expression)].map(({ index, 0: text }) => ({ start: index, text }))
}

function findIn(passages: readonly Passage[], source: string): Finding[] {
  return passages.flatMap(({ start, text }) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => {
      const word = found.toLowerCase().replaceAll(/[\s*>]+/g, ' ')
      return {
        line: lineAt(source, start + index),
        word,
        instead: avoidedWords.get(word) ?? '',
      }
    }),
  )
}

function lineAt(source: string, position: number): number {
  return source.slice(0, position).split('\n').length
}
