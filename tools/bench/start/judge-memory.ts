import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { residentMegabytes, startUntilAnswer } from './measure.ts'

const mail = 'From: a@firm.example\r\nTo: b@firm.example\r\nSubject: Lunch\r\n\r\nAt noon?\r\n'
const organization = 'Cedar Health Systems (demo)'

/** How much a server of the demo grows with the first mail that it judges. */
export async function judgeMegabytes(release: string, folder: string, port: number) {
  const program = join(release, 'aman')
  const environment = { DATABASE_URL: `file:${join(folder, 'judge.db')}` }
  await using server = await startUntilAnswer(program, ['start', '--demo'], { port, environment })
  const issue = ['gateway-key', organization, '--scope', 'analyse']
  const env = { PATH: '/usr/bin:/bin', ...environment }
  const printed = execFileSync(program, issue, { env, encoding: 'utf8', stdio: 'pipe' })
  const key = /shown only once: (\S+)/.exec(printed)?.[1]
  const before = await residentMegabytes(server.pid)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'message/rfc822' }
  const answer = await fetch(`${server.url}/api/analyses`, { method: 'POST', headers, body: mail })
  if (answer.status !== 200) throw new Error(`the judge answers ${answer.status}`)
  await answer.arrayBuffer()
  return (await residentMegabytes(server.pid)) - before
}
