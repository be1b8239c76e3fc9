import { parseArgs } from 'node:util'
import { createPasswordHasher } from '../accounts/passwords.ts'
import { resetPassword } from '../accounts/reset-password.ts'
import { StartError, wordsOfCause } from '../core/start-error.ts'
import { runCommand, withExistingDatabase } from './command.ts'

const usage = 'Usage: npm run reset-password -- <username>'

await runCommand(async () => {
  const wanted = readUsername()
  await withExistingDatabase(async (database) => {
    const parts = { database, clock: () => new Date(), passwords: createPasswordHasher() }
    const reset = await resetPassword(parts, wanted)
    if (reset === undefined) throw new StartError(`There is no user '${wanted}'`)
    const { username, password, isActive } = reset
    process.stdout.write(`New password of ${username}, shown only once: ${password}\n`)
    if (!isActive) process.stderr.write(`${username} is inactive and cannot sign in\n`)
  })
})

function readUsername(): string {
  try {
    const [username, ...more] = parseArgs({ allowPositionals: true }).positionals
    if (username === undefined || more.length > 0) throw new Error('Name one user')
    return username
  } catch (cause) {
    throw new StartError(`${wordsOfCause(cause)}\n${usage}`)
  }
}
