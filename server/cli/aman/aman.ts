import '../../core/closed-prototype.ts'

import { nearest } from '../../core/nearest.ts'
import { needsOperator, StartError } from '../../core/start-error.ts'
import { version } from '../../core/version.ts'
import { runCommand } from '../command.ts'
import { commands } from './commands.ts'
import { readSettingsFile } from './settings-file.ts'

/*
 * aman [--settings <file>] <command>: what a release runs.
 */

await runCommand(async () => {
  readSettings()
  const name = process.argv[2] ?? 'help'
  if (['help', '--help', '-h'].includes(name)) return print(help())
  if (['version', '--version', '-v'].includes(name)) return print(version)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new StartError(unknown(name))
  // The command reads its arguments where it would find them if it ran alone.
  process.argv.splice(2, 1)
  await command.run()
}, codeOfFailure)

/** The server that does not start says with its code that a restart changes nothing. */
function codeOfFailure(): number {
  return process.argv[2] === 'start' ? needsOperator : 1
}

function readSettings(): void {
  if (process.argv[2] !== '--settings') return
  const [program, ...parameters] = process.argv
  const [, path] = process.argv.splice(2, 2)
  if (path === undefined) throw new StartError('--settings needs a file')
  if (!readSettingsFile(path).has('NODE_EXTRA_CA_CERTS')) return
  // Node.js reads it before any code runs, for all threads, so the process begins again with it.
  process.execve?.(
    process.execPath,
    [program ?? '', ...process.execArgv, ...parameters],
    process.env,
  )
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

function help(): string {
  const width = Math.max(...Object.keys(commands).map(({ length }) => length))
  const lines = Object.entries(commands).map(
    ([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`,
  )
  return `Aman ${version}\n\naman [--settings <file>] <command>\n\n${lines.join('\n')}`
}

function unknown(name: string): string {
  const meant = nearest(name, Object.keys(commands))
  const hint = meant === undefined ? 'aman help lists them' : `is ${meant} meant?`
  return `aman has no command '${name}': ${hint}`
}
