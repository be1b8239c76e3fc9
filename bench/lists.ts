import { parseArgs } from 'node:util'
import { createTestServer } from '../tests/support/server.ts'
import { temporaryFolder } from '../tests/support/temporary-folder.ts'
import { fillMail, fillPeople, fillTeam } from './lists/fill.ts'
import { watchOthers } from './lists/others.ts'

/*
 * npm run bench:lists -- [--people 100000]: asks a listening server for whole and searched lists and
 * for a team of 10,000, removes somebody with 100,000 mails, and says how long each took and for how
 * long it kept another call waiting. More than 100 ms is a failure; the first row is what the machine
 * itself makes calls wait.
 */

const mostDelayMs = 100

const { values } = parseArgs({ options: { people: { type: 'string', default: '100000' } } })
await using folder = await temporaryFolder()
await using server = await createTestServer({ address: `${folder.path}/aman.db` })
const token = await fillPeople(server, Number(values.people))
await fillTeam(server, 10_000)
const busiest = await fillMail(server, 100_000)
await using others = await watchOthers(server, token)

const waits: number[] = []
console.log('| call | ms | MB | longest wait of another call, ms |')
console.log('|---|---|---|---|')
for (const path of [
  undefined,
  '/admin/users',
  '/admin/users?limit=50',
  '/admin/users?limit=500',
  '/admin/users?limit=50&q=nobody+at+all',
  '/admin/users?q=person',
  '/admin/organizations',
  '/admin/dashboard',
  '/dashboard/team',
  `DELETE /admin/users/${busiest}`,
]) {
  const { ms, bytes, longestWaitMs } = await others.during(path)
  waits.push(longestWaitMs)
  const cells = [path ?? 'none', ms.toFixed(1), (bytes / 1e6).toFixed(2), longestWaitMs.toFixed(1)]
  console.log(`| ${cells.join(' | ')} |`)
}
// A busy machine makes everybody wait, with or without a list.
const [ofMachine = 0, ...ofLists] = waits
process.exitCode = Math.max(...ofLists) > mostDelayMs + ofMachine ? 1 : 0
