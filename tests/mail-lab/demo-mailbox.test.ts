import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runDemo } from '../support/mail-lab/run-demo.ts'
import { dovecot } from '../support/mailboxes/lab.ts'
import { until } from '../support/until.ts'

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
