import { documentedBlock } from '../documented-block.ts'

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
