import '../core/closed-prototype.ts'
import { parseArgs } from 'node:util'
import { commandLine } from '../core/command-line.ts'
import { StartError } from '../core/start-error.ts'
import { servicesFrom } from '../services-from.ts'
import { createPasswordHasher } from '../sign-in/passwords/passwords.ts'
import { resetPassword } from '../users/reset-password.ts'
import { runCommand, withExistingDatabase, withUsage } from './command.ts'

const usage = `Usage: ${commandLine('reset-password')} <username> [--factors]`

await runCommand(async () => {
  const { username: wanted, removesFactors } = readOptions()
  await withExistingDatabase(async (database, configuration) => {
    const parts = {
      ...servicesFrom(configuration),
      database,
      clock: () => new Date(),
      passwords: createPasswordHasher(),
    }
    const reset = await resetPassword(parts, wanted, removesFactors)
    if (reset === undefined) throw new StartError(`There is no user '${wanted}'`)
    const { username, password, isActive, factors } = reset
    process.stdout.write(`New password of ${username}, shown only once: ${password}\n`)
    if (removesFactors) process.stdout.write(`Second factors removed: ${factors}\n`)
    if (!isActive) process.stderr.write(`${username} is inactive and cannot sign in\n`)
  })
})

function readOptions() {
  return withUsage(usage, () => {
    const options = { factors: { type: 'boolean', default: false } } as const
    const { positionals, values } = parseArgs({ allowPositionals: true, options })
    const [username, ...more] = positionals
    if (username === undefined || more.length > 0) throw new Error('Name one user')
    return { username, removesFactors: values.factors }
  })
}
