import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { demoPassword } from '../../server/demo/accounts.ts'
import { dovecot } from '../support/mailboxes/lab.ts'
import { openClient } from '../support/server/client.ts'
import { until } from '../support/until.ts'

test.skipIf(dovecot === undefined)(
  'npm run demo:mailbox: the mail that its command delivers is moved, and on the dashboard',
  { timeout: 120_000 },
  async () => {
    const child = spawn(process.execPath, ['tools/scripts/demo-mailbox.ts'], {
      cwd: resolve(import.meta.dirname, '../..'),
      env: { ...process.env, PORT: '0', HOST: '127.0.0.1', SITE_DIRECTORY: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const exited = once(child, 'exit')
    try {
      expect(await until(() => said.includes('Ctrl-C ends everything'))).toBe(true)
      const command = /^curl .*$/m.exec(said)?.[0] ?? ''
      await promisify(execFile)('sh', ['-c', command])
      const client = openClient(/http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '')
      const credentials = { username: 'employee', password: demoPassword }
      const { text } = await client.send('POST', '/auth/login', { body: credentials })
      const { access_token: token } = JSON.parse(text)
      const shown = async (path: string) => JSON.stringify(await client.call('GET', path, token))
      const subject = 'Your account has been limited'
      expect(await until(async () => (await shown('/account/mailbox')).includes(subject))).toBe(
        true,
      )
      expect(await shown('/dashboard/employee')).toContain(subject)
      client.end()
    } finally {
      child.kill('SIGTERM')
      await exited
    }
    expect(child.exitCode).toBe(0)
  },
)
