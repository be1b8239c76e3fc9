import { parse } from 'node:path'

/** A release runs `run.cjs`. */
const isRunByAman = ['aman', 'run'].includes(parse(process.argv[1] ?? '').name)

/** Their output goes into files, where the words of npm would be in the way. */
const printing = ['rspamd', 'headers']

/** How an operator writes a command: `aman backup` in a release, `npm run backup --` in the repository. */
export function commandLine(name: string): string {
  if (isRunByAman) return `aman ${name}`
  return `npm run ${printing.includes(name) ? '--silent ' : ''}${name} --`
}
