import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { demoPassword } from '../../server/demo/accounts.ts'
import { mailPrograms } from '../support/mail-lab/start.ts'
import { dovecot } from '../support/mailboxes/lab.ts'
import { openClient } from '../support/server/client.ts'
import { until } from '../support/until.ts'

test.skipIf(mailPrograms === undefined)(
  'npm run demo:mail fills the dashboard by SMTP, stops a flagged sender, and leaves nothing',
  async () => {
    await using demo = runDemo('demo-mail.ts', '--pause', '0')
    expect(await until(() => demo.said().includes('again and again'))).toBe(true)
    expect(demo.said().match(/^250 /gm)?.length).toBeGreaterThanOrEqual(12)
    const { client, token } = await demo.signIn()
    const dashboard = JSON.stringify(await client.call('GET', '/dashboard/employee', token))
    expect(dashboard).toContain('Your mailbox is almost full')
    // rspamd alone would let it through.
    expect(dashboard).toContain('URGENT: confirm your password today')
    const flag = { flag_type: 'red', value: 'olive-branch-verify.example' }
    await client.call('POST', '/flags/add', token, flag)
    expect(await until(() => demo.said().includes('554 5.7.1 Blocked by the recipient'))).toBe(true)
    client.end()
    expect(await demo.stop()).toBe(0)
    const folder = /SQLite at (\S+)\/aman\.db/.exec(demo.said())?.[1] ?? ''
    expect(folder).toContain('aman-mail-')
    expect(existsSync(folder)).toBe(false)
  },
)

test.skipIf(dovecot === undefined)(
  'npm run demo:mailbox: the mail that its command delivers is moved, and on the dashboard',
  async () => {
    await using demo = runDemo('demo-mailbox.ts')
    expect(await until(() => demo.said().includes('Ctrl-C ends everything'))).toBe(true)
    const command = /^curl .*$/m.exec(demo.said())?.[0] ?? ''
    await promisify(execFile)('sh', ['-c', command])
    const { client, token } = await demo.signIn()
    const shown = async (path: string) => JSON.stringify(await client.call('GET', path, token))
    const subject = 'Your account has been limited'
    expect(await until(async () => (await shown('/account/mailbox')).includes(subject))).toBe(true)
    expect(await shown('/dashboard/employee')).toContain(subject)
    client.end()
    expect(await demo.stop()).toBe(0)
  },
)

const repository = resolve(import.meta.dirname, '../..')

/** Runs a script of `tools/scripts` that starts a demo, until it is disposed of or stopped. */
function runDemo(script: string, ...given: readonly string[]) {
  const child = spawn(process.execPath, [`tools/scripts/${script}`, ...given], {
    cwd: repository,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', SITE_DIRECTORY: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const exited = once(child, 'exit')
  async function stop() {
    child.kill('SIGTERM')
    await exited
    return child.exitCode
  }
  return {
    said: () => said,
    stop,
    /** A client of the demo's server, with the token of its employee. */
    async signIn() {
      const client = openClient(/http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '')
      const credentials = { username: 'employee', password: demoPassword }
      const { text } = await client.send('POST', '/auth/login', { body: credentials })
      return { client, token: String(JSON.parse(text).access_token) }
    },
    async [Symbol.asyncDispose]() {
      await stop()
    },
  }
}
