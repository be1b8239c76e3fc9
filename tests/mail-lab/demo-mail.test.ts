import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runDemo } from '../support/mail-lab/run-demo.ts'
import { mailPrograms } from '../support/mail-lab/start.ts'
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
