import '../core/closed-prototype.ts'
import { parseArgs } from 'node:util'
import { exportUser } from '../account/export-user.ts'
import { operator, recordAct } from '../audit/record.ts'
import { commandLine } from '../core/command-line.ts'
import { StartError } from '../core/start-error.ts'
import { runCommand, withExistingDatabase, withUsage } from './command.ts'

const usage = `Usage: ${commandLine('export-user')} <username>`

await runCommand(async () => {
  const username = readUsername()
  const clock = () => new Date()
  await withExistingDatabase(async (database) => {
    const data = await exportUser({ database, clock }, username)
    if (data === undefined) throw new StartError(`There is no user '${username}'`)
    await recordAct({ clock }, database, operator, {
      action: 'user-export',
      target: 'user',
      targetId: data.user.id,
    })
    process.stdout.write(`${JSON.stringify(data, null, 2)}\n`)
  })
})

function readUsername(): string {
  return withUsage(usage, () => {
    const [username, ...more] = parseArgs({ allowPositionals: true }).positionals
    if (username === undefined || more.length > 0) throw new Error('Name one user')
    return username
  })
}
