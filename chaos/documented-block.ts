import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/run-command.ts'

/** @returns the first block of code below a line of a page, a heading for instance, which begins so */
export function documentedBlock(page: string, above: string): string {
  const text = readFileSync(join(root, 'docs', page), 'utf8')
  const from = text.indexOf(`\n${above}`)
  const block = from < 0 ? undefined : /```\w*\n(.*?)```/s.exec(text.slice(from))?.[1]
  if (block === undefined) throw new Error(`docs/${page} has no block below '${above}'`)
  return block
}
