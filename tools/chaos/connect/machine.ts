import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { signInWithPasswordEndpoint } from '../../../contract/sign-in/sign-in-with-password.ts'
import { demoPassword } from '../../../server/demo/accounts.ts'
import { readPage } from '../../../tests/support/browser/connect-page.ts'
import { openClient } from '../../../tests/support/server/client.ts'
import { until } from '../../../tests/support/until.ts'
import { startDnsStub } from '../../mail-lab/dns-stub.ts'
import { openShell } from '../fresh-machine/shell.ts'
import { openSteps } from '../fresh-machine/steps.ts'

/*
 * The fresh machine: the first process but one in namespaces of its own. It does what the reader of the
 * page does, in the shells and in the browser, and prints what came of it. Everything ends with it.
 */

const url = 'http://127.0.0.1:4321'
const dnsPort = 53
/** What the page asks the reader to wait, and the longest time that is looked. */
const waitMs = 20_000
const longestMs = 60_000

const page = readPage()
const { place, step, end } = await openSteps()
await using _dns = await startDnsStub({}, dnsPort)
let known: Promise<Reader> | undefined

async function startAman(): Promise<string> {
  await openShell(place, 'aman').begin(page.startAman, /^Sign in with the password /m)
  return 'it prints the accounts'
}

async function connect(): Promise<string> {
  const { shell } = await reader()
  for (const commands of page.connect) await shell.run(commands)
  return `${page.connect.length} blocks`
}

async function sendOne(): Promise<string> {
  const { shell, counted } = await reader()
  const before = await counted()
  const said = await shell.run(page.sendMail)
  if (!/^<- {2}250 2\.0\.0 Ok: queued/m.test(said)) throw new Error('the mail is not taken')
  await until(async () => (await counted()) > before, { mostMs: longestMs, everyMs: 250 })
  const more = (await counted()) - before
  if (more !== 1) throw new Error(`the dashboard counts ${more} more`)
  const keys = await shell.run(page.listKeys)
  // The demo's own key is not used.
  const used = keys.split('\n').filter((line) => /last used \d/.test(line))
  if (used.length !== 3) throw new Error(`${used.length} keys were used`)
  return 'answered with 250, one more on the dashboard, all keys were used'
}

async function flagSender(): Promise<string> {
  const { shell, client, token } = await reader()
  const flag = { flag_type: 'red', value: 'example.org' }
  await client.call('POST', '/flags/add', token, flag)
  await setTimeout(waitMs)
  let said = ''
  const isStopped = async () => {
    said = await shell.run(`(${page.sendMail.trim()}) || true`)
    return said.includes('554 5.7.1 Blocked by the recipient')
  }
  if (!(await until(isStopped, { mostMs: longestMs, everyMs: 5000 }))) {
    throw new Error(`it is answered with ${/^<.. +(\d{3} .*)$/m.exec(said)?.[1]}`)
  }
  return 'answered with 554 5.7.1'
}

interface Reader {
  readonly shell: ReturnType<typeof openShell>
  readonly client: ReturnType<typeof openClient>
  readonly token: string
  /** How many mails the employee's dashboard counts. */
  counted(): Promise<number>
}

/** The second shell, and the employee of the demo in a browser. */
function reader(): Promise<Reader> {
  known ??= openReader()
  return known
}

async function openReader(): Promise<Reader> {
  const client = openClient(url)
  const body = { username: 'employee', password: demoPassword }
  const { status, text } = await client.send('POST', '/auth/login', { body })
  if (status !== 200) throw new Error(`the employee cannot sign in: ${status}`)
  const { access_token: token } = v.parse(signInWithPasswordEndpoint.output, JSON.parse(text))
  return {
    shell: openShell(place, 'reader'),
    client,
    token,
    async counted() {
      const answer = await client.call('GET', '/dashboard/employee', token)
      return v.parse(employeeDashboardEndpoint.output, answer).total_emails_scanned ?? 0
    },
  }
}

const isThrough =
  (await step('Aman starts', startAman)) &&
  (await step('the commands run to their end', connect)) &&
  (await step('a mail is on the dashboard', sendOne))
if (isThrough) await step('a red flag stops the next mail', flagSender)
end()
