import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/run-command.ts'

const read = (page: string) => readFileSync(join(root, 'docs', page), 'utf8')

/** @returns the first block of code below a line of a page, a heading for instance, which begins so */
export function documentedBlock(page: string, above: string): string {
  const text = read(page)
  const from = text.indexOf(`\n${above}`)
  const block = from < 0 ? undefined : /```\w*\n(.*?)```/s.exec(text.slice(from))?.[1]
  if (block === undefined) throw new Error(`docs/${page} has no block below '${above}'`)
  return block
}

/** @returns the blocks of commands between a heading of a page and the next one, at least one */
export function documentedCommands(page: string, heading: string): readonly string[] {
  // A comment of a block begins as a heading does.
  const parts = [...read(page).matchAll(/^```(\w*)\n([\s\S]*?)^```|^#+ .*/gm)]
  const from = parts.findIndex(([part]) => part === heading)
  const below = from < 0 ? [] : parts.slice(from + 1)
  const end = below.findIndex(([part]) => part.startsWith('#'))
  const blocks = below
    .slice(0, end < 0 ? below.length : end)
    .flatMap(([, language, commands]) => (language === 'sh' && commands ? [commands] : []))
  if (blocks.length === 0) throw new Error(`docs/${page} has no commands below '${heading}'`)
  return blocks
}
