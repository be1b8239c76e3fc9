import { parse } from 'node:path'

const isRunByAman = parse(process.argv[1] ?? '').name === 'aman'

/** How an operator writes a command: `aman backup` in a release, `npm run backup --` in the repository. */
export function commandLine(name: string): string {
  return isRunByAman ? `aman ${name}` : `npm run ${name} --`
}
