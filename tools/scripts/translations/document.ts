import type { Words } from '../../../contract/core/words/parse-words.ts'
import type { TextFile, TextPair } from './texts.ts'

export interface Part {
  readonly title: string
  readonly about: string
  readonly files: readonly TextFile[]
}

/** A document with every Arabic text beside the English one, in a table for each file. */
export function documentOf(parts: readonly Part[]): string {
  const count = parts
    .flatMap(({ files }) => files)
    .reduce((sum, { pairs }) => sum + pairs.length, 0)
  return `# Arabic texts beside the English ones

Every text of Aman in both languages: ${count.toLocaleString('en')} of them. \`npm run translations\` writes this file; change a text where its path says. The terms: \`docs/glossary-arabic.md\`.

${parts.map(partOf).join('\n')}`
}

function partOf({ title, about, files }: Part): string {
  return `## ${title}\n\n${about}\n\n${files.toSorted(byPath).map(tableOf).join('\n')}`
}

function tableOf({ path, pairs }: TextFile): string {
  const rows = pairs.map(rowOf).join('\n')
  return `### \`${path}\`\n\n| key | English | Arabic |\n| --- | --- | --- |\n${rows}\n`
}

function rowOf({ key, english, translated }: TextPair): string {
  const arabic = linesOf(translated).map((line) => `<span dir="rtl">${line}</span>`)
  const original = english === undefined ? [] : linesOf(english)
  const name = key === '' ? '' : `\`${key}\``
  return `| ${name} | ${original.join('<br>')} | ${arabic.join('<br>')} |`
}

/** The lines of a text, or one for each plural form. */
function linesOf(words: Words): string[] {
  return typeof words === 'string'
    ? words.trim().split('\n').map(escaped)
    : Object.entries(words).map(([form, text]) => `${form}: ${escaped(text)}`)
}

/** Shows the characters that Markdown or HTML would take for their own. */
function escaped(text: string): string {
  return text
    .replaceAll(/[&<>]/g, (sign) => signs[sign] ?? sign)
    .replaceAll(/[\\|*_`~[\]]/g, '\\$&')
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function byPath(a: TextFile, b: TextFile): number {
  return a.path < b.path ? -1 : 1
}
