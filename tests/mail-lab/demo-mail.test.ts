import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { demoPassword } from '../../server/demo/accounts.ts'
import { mailPrograms } from '../support/mail-lab/start.ts'
import { openClient } from '../support/server/client.ts'
import { until } from '../support/until.ts'

const repository = resolve(import.meta.dirname, '../..')

test.skipIf(mailPrograms === undefined)(
  'npm run demo:mail fills the dashboard by SMTP, stops a flagged sender, and leaves nothing',
  { timeout: 120_000 },
  async () => {
    const child = spawn(process.execPath, ['tools/scripts/demo-mail.ts', '--pause', '0'], {
      cwd: repository,
      env: { ...process.env, PORT: '0', HOST: '127.0.0.1', SITE_DIRECTORY: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const exited = once(child, 'exit')
    try {
      expect(await until(() => said.includes('again and again'))).toBe(true)
      expect(said.match(/^250 /gm)?.length).toBeGreaterThanOrEqual(12)
      const client = openClient(/http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '')
      const credentials = { username: 'employee', password: demoPassword }
      const { text } = await client.send('POST', '/auth/login', { body: credentials })
      const { access_token: token } = JSON.parse(text)
      const dashboard = JSON.stringify(await client.call('GET', '/dashboard/employee', token))
      expect(dashboard).toContain('Your mailbox is almost full')
      // rspamd alone would let it through.
      expect(dashboard).toContain('URGENT: confirm your password today')
      const flag = { flag_type: 'red', value: 'olive-branch-verify.example' }
      await client.call('POST', '/flags/add', token, flag)
      expect(await until(() => said.includes('554 5.7.1 Blocked by the recipient'))).toBe(true)
      client.end()
    } finally {
      child.kill('SIGTERM')
      await exited
    }
    const folder = /SQLite at (\S+)\/aman\.db/.exec(said)?.[1] ?? ''
    expect(folder).toContain('aman-mail-')
    expect(existsSync(folder)).toBe(false)
    expect(child.exitCode).toBe(0)
  },
)
