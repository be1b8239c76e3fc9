import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/run-command.ts'

/** @returns the first block of code below a heading of a page, or below a line that names its file */
export function documentedBlock(page: string, above: string): string {
  const text = readFileSync(join(root, 'docs', page), 'utf8')
  const from = text.indexOf(`\n${above}`)
  const block = from < 0 ? undefined : /```\w*\n(.*?)```/s.exec(text.slice(from))?.[1]
  if (block === undefined) throw new Error(`docs/${page} has no settings below '${above}'`)
  return block
}

/** Settings of docs/failover.md with the addresses of this drill, all of them on the loopback. */
export function settingsUnder(above: string): string {
  return documentedBlock('failover.md', above)
    .replaceAll('192.0.2.0/24', '127.0.0.0/8')
    .replaceAll('192.0.2.', '127.0.2.')
}

/** @throws Error where the page does not have what is to be replaced */
export function replaceIn(settings: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the page no longer says '${from}'`)
    return text.replaceAll(from, to)
  }, settings)
}
