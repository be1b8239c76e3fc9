import { parseArgs } from 'node:util'
import { exportPerson } from './accounts/export-person.ts'
import { operator, recordAct } from './audit/record.ts'
import { readConfiguration } from './configuration.ts'
import { openDatabase } from './database/open.ts'
import { StartError, wordsOfCause } from './start-error.ts'

const usage = 'Usage: npm run export-person -- <username>'

try {
  const username = readUsername()
  const database = await openDatabase(readConfiguration(process.env).database.address)
  try {
    const clock = () => new Date()
    const data = await exportPerson({ database, clock }, username)
    if (data === undefined) throw new StartError(`There is nobody with the username '${username}'`)
    await recordAct({ clock }, database, operator, {
      action: 'user-export',
      target: 'user',
      targetId: data.person.id,
    })
    process.stdout.write(`${JSON.stringify(data, null, 2)}\n`)
  } finally {
    await database.destroy()
  }
} catch (cause) {
  if (!(cause instanceof StartError)) throw cause
  process.stderr.write(`${cause.message}\n`)
  process.exitCode = 1
}

function readUsername(): string {
  try {
    const [username, ...more] = parseArgs({ allowPositionals: true }).positionals
    if (username === undefined || more.length > 0) throw new Error('Name one person')
    return username
  } catch (cause) {
    throw new StartError(`${wordsOfCause(cause)}\n${usage}`)
  }
}
