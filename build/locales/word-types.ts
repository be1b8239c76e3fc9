import {
  type Entry,
  isGroup,
  placeholdersIn,
  textsOf,
  type WordGroup,
} from '../../contract/core/words/parse-words.ts'
import type { WordsFile } from './read-all-words.ts'

/**
 * The types of all words, so that the compiler knows each key and what it takes: modules for the
 * islands, and one interface for the server, which reads its files when it starts. Both say what the
 * judge found.
 */
export function writeTypes(files: readonly WordsFile[]): string {
  const server = files.filter(({ path }) => !path.startsWith('src/'))
  const modules = files.filter(({ path }) => !path.startsWith('server/'))
  return `${modules.map(moduleOf).join('\n')}
interface ServerWords {
${server.map(({ path, words }) => `  '${nameIn(path)}': ${groupType(words, '  ')}`).join('\n')}
}
`
}

function moduleOf({ path, words }: WordsFile): string {
  const { component, store } = namesOf(path)
  const type = `${component.charAt(0).toUpperCase()}${component.slice(1)}Words`
  return `declare module '*/${nameIn(path)}' {
  export type ${type} = ${groupType(words, '  ')}
  export const ${store}: import('@nanostores/i18n').Messages<${type}>
}
`
}

function groupType(group: WordGroup, indent: string): string {
  const lines = [...group].map(([key, node]) => {
    const inner = `${indent}  `
    return isGroup(node)
      ? `${inner}readonly ${JSON.stringify(key)}: ${groupType(node, inner)}\n`
      : `${inner}/** ${textsOf(node.en).join(' | ').replaceAll('*/', '')} */\n${inner}readonly ${JSON.stringify(key)}: ${typeOf(node)}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

function typeOf({ en }: Entry): string {
  if (typeof en !== 'string') return '(count: number) => string'
  const names = placeholdersIn(en)
  if (names.length === 0) return 'string'
  return `(values: { ${names.map((name) => `${name}: string | number`).join('; ')} }) => string`
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

const ending = '.words.yaml'

/** `flag-tools.words.yaml` is the component `flagTools` of the catalogue, and `$flagToolsWords`. */
export function namesOf(path: string): { component: string; store: string } {
  const name = nameIn(path).slice(0, -ending.length)
  const component = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return { component, store: `$${component}Words` }
}

/** Names of files that stand twice: each file is found by its own. */
export function repeatedNames(files: readonly WordsFile[]): string[] {
  const groups = Map.groupBy(files, ({ path }) => `${path.split('/')[0]} ${nameIn(path)}`)
  return [...groups.values()].flatMap(([first, second]) =>
    first && second ? [`${second.path} has the name of ${first.path}`] : [],
  )
}
