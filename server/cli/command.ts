import type { Configuration } from '../core/configuration.ts'
import { describeAddress } from '../core/database-address.ts'
import { readEnvironment } from '../core/read-environment.ts'
import { StartError, wordsOfCause, wordsOfFileError } from '../core/start-error.ts'
import { openExistingDatabase } from '../database/opening/open-existing.ts'
import type { Database } from '../database/tables/tables.ts'

/**
 * Runs an operator's command. Prints a StartError, or what became of a file, without a stack and sets
 * the exit code.
 */
export async function runCommand(
  task: () => Promise<void>,
  codeOfFailure: () => number = () => 1,
): Promise<void> {
  try {
    await task()
  } catch (cause) {
    const words = cause instanceof StartError ? cause.message : wordsOfFileError(cause)
    if (words === undefined) throw cause
    process.stderr.write(`${words}\n`)
    process.exitCode = codeOfFailure()
  }
}

/** Reads the arguments of a command, whose usage an Error adds to its words. @throws StartError */
export function withUsage<Result>(usage: string, read: () => Result): Result {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new StartError(`${wordsOfCause(cause)}\n${usage}`)
  }
}

/**
 * Prints which database a command uses, on standard error because standard output may be piped into
 * a file.
 */
export function announceDatabase(address: string): void {
  process.stderr.write(`Database: ${describeAddress(address)}\n`)
}

/**
 * Opens the configured database for one command. It must exist and have the schema of this version.
 * @throws StartError
 */
export async function withExistingDatabase<Result>(
  task: (database: Database, configuration: Configuration) => Promise<Result>,
): Promise<Result> {
  const configuration = readEnvironment()
  const { address } = configuration.database
  announceDatabase(address)
  const database = await openExistingDatabase(address)
  try {
    return await task(database, configuration)
  } finally {
    await database.destroy()
  }
}
