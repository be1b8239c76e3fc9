import '../../core/closed-prototype.ts'
import { nearest } from '../../core/read-environment.ts'
import { needsOperator, StartError } from '../../core/start-error.ts'
import { version } from '../../core/version.ts'
import { runCommand } from '../command.ts'
import { forgetCaller, readSettingsFile, workAs } from '../invocation/caller.ts'
import { commands } from './commands.ts'

/*
 * aman [--account <name>] [--settings <file>] <command>: what a release runs. With an account root's
 * command works as that account.
 */

await runCommand(async () => {
  const given = [...process.argv]
  const account = takeOption('--account')
  const settings = takeOption('--settings')
  const fromFile = settings === undefined ? undefined : readSettingsFile(settings)
  if (fromFile?.has('NODE_EXTRA_CA_CERTS')) beginAgain(given)
  if (account !== undefined) workAs(account)
  const name = process.argv[2] ?? 'help'
  if (['help', '--help', '-h'].includes(name)) return print(help())
  if (['version', '--version', '-v'].includes(name)) return print(version)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new StartError(unknown(name))
  if (!command.namesFiles) forgetCaller()
  // The command reads its arguments where it would find them if it ran alone.
  process.argv.splice(2, 1)
  await command.run()
}, codeOfFailure)

/** The server that does not start says with its code that a restart changes nothing. */
function codeOfFailure(): number {
  return process.argv[2] === 'start' ? needsOperator : 1
}

/**
 * Node.js reads the file of certificates before any code runs, for all threads, and not in a process that
 * works as another account than its own.
 */
function beginAgain([program = '', ...parameters]: readonly string[]): void {
  process.execve?.(process.execPath, [program, ...process.execArgv, ...parameters], process.env)
}

/** @throws StartError if its value is missing */
function takeOption(option: string): string | undefined {
  if (process.argv[2] !== option) return undefined
  const [, value] = process.argv.splice(2, 2)
  if (value === undefined) throw new StartError(`${option} needs a value`)
  return value
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
