import * as v from 'valibot'
import { setPasswordEndpoint } from '../../../contract/account/set-password.ts'
import { checkMailEndpoint } from '../../../contract/emails/check-mail.ts'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { addFlagEndpoint } from '../../../contract/flags/add-flag.ts'
import { analyseMailEndpoint } from '../../../contract/judge/analyse-mail.ts'
import { saveUserEndpoint } from '../../../contract/users/save-user.ts'
import { makeMail } from '../../../tests/support/judge/mails.ts'
import { startSmtpServer } from '../../../tests/support/mail/smtp-server.ts'
import { until } from '../../../tests/support/until.ts'
import type { Shell } from '../fresh-machine/shell.ts'
import type { InShell } from '../fresh-machine/steps.ts'
import { address, type FirstSignIn, firmName, password, signIn, untilAnswering } from './sign-in.ts'

/*
 * Aman's main job in the sandbox of its unit: a user is invited by mail, mail is judged, reported, seen
 * and stopped, and the operator backs up and asks the doctor.
 */

const employee = { username: 'rania', email: 'rania@your-firm.example', full_name: 'Rania Khoury' }
const phish = makeMail({
  from: 'PayPal Service <service@paypa1-secure.example>',
  to: employee.email,
  subject: 'Your account has been limited',
  type: 'text/html; charset=utf-8',
  body: '<p>Dear customer,</p><p>we noticed unusual activity. Verify your account within 24 hours or it will be permanently closed.</p><a href="https://k3j2h4.web.app/login">Verify now</a>',
})

export async function doMainJob(
  step: InShell,
  { client, token, firm }: FirstSignIn,
): Promise<void> {
  await using mail = await startSmtpServer()
  const keyFor = async (shell: Shell, scope: 'report' | 'analyse') => {
    const printed = await shell.run(`aman gateway-key "${firmName}" --scope ${scope}`)
    const [key = ''] = /aman_\S+/.exec(printed) ?? []
    return key
  }
  const judge = async (path: string, token: string) => {
    const headers = { 'content-type': 'message/rfc822' }
    const { status, text } = await client.send('POST', path, { token, body: phish, headers })
    if (status !== 200) throw new Error(`POST ${path}: ${status} ${text}`)
    return JSON.parse(text)
  }

  await step('in the unit: an invitation arrives and lets its user in', async (shell) => {
    await shell.run(`cat >> /etc/aman/aman.env <<'END'
PUBLIC_URL=${address}
SMTP_URL=${mail.url}
MAIL_FROM=aman@your-firm.example
END
systemctl restart aman`)
    await untilAnswering()
    const user = { ...employee, role: 'employee', organization_id: firm, department: '', phone: '' }
    await client.call('POST', saveUserEndpoint.path, token, { ...user, sends_invitation: true })
    await until(() => mail.received.length > 0, { mostMs: 30_000 })
    const source = mail.received[0]?.source.replaceAll(/=\n/g, '').replaceAll('=3D', '=') ?? ''
    const [, secret = ''] = /#(?:\w+=)?([\w-]{20,})/.exec(source) ?? []
    await client.call('POST', setPasswordEndpoint.path, '', { secret, password })
    await signIn(employee.username)
    return `${mail.received.length} mail`
  })
  await step('in the unit: the judge marks a phish', async (shell) => {
    const judged = await judge(analyseMailEndpoint.path, await keyFor(shell, 'analyse'))
    const { threat_level, milliseconds } = v.parse(analyseMailEndpoint.output, judged)
    if (threat_level !== 'suspicious') throw new Error(`it is ${threat_level}`)
    return `first mail judged in ${milliseconds} ms`
  })
  await step(
    'in the unit: a reported mail is seen, and a flag acts on the next one',
    async (shell) => {
      const key = await keyFor(shell, 'report')
      const own = await signIn(employee.username)
      const caught = async () => {
        const shown = await own.client.call('GET', employeeDashboardEndpoint.path, own.token)
        return v.parse(employeeDashboardEndpoint.output, shown)
      }
      const scan = { recipient: employee.email, sender: 'a@sender.example', threat_level: 'safe' }
      const report = { scans: [scan, { ...scan, threat_level: 'suspicious', subject: 'A trick' }] }
      await client.call('POST', '/scans', key, report)
      const before = await caught()
      const flag = { flag_type: 'red', value: 'sender.example' }
      await own.client.call('POST', addFlagEndpoint.path, own.token, flag)
      await client.call('POST', '/scans', key, { scans: [scan] })
      const after = await caught()
      const seen = [before, after].map((it) => it.phishing_emails_caught).join(', then ')
      if (seen !== '1, then 2') throw new Error(`caught: ${seen}`)
      return `caught: ${seen}`
    },
  )
  await step('in the unit: an employee checks a mail', async () => {
    const { token: own } = await signIn(employee.username)
    const { threat_level } = v.parse(
      checkMailEndpoint.output,
      await judge(checkMailEndpoint.path, own),
    )
    if (threat_level === 'safe') throw new Error('a phish is safe')
    return threat_level
  })
  await step('in the unit: the doctor finds nothing wrong', async (shell) => {
    const found = await shell.run('aman doctor')
    if (!found.includes('The judge of the server judges mail')) throw new Error(found)
    return `${found.match(/^well/gm)?.length} checks are well`
  })
}
