import { expect } from '../../support/browser/browser.ts'
import { joinIn, startAccount } from '../../support/extension/account.ts'
import { switchOnFor, test } from '../../support/extension/extension.ts'
import { findLine } from '../../support/extension/line.ts'
import {
  findWebmail,
  signInToRoundcube,
  startRoundcube,
} from '../../support/extension/roundcube.ts'
import { missingMailPrograms, senders, startTestLab } from '../../support/mail-lab/start.ts'
import { makeGatewayKey } from '../../support/worlds/mail-factories.ts'

/* npm run test:extension: Roundcube and the extension behind Postfix and rspamd with Aman's configuration. */

const programs = findWebmail()
if (missingMailPrograms !== undefined) throw new Error(missingMailPrograms)

test('a sender that is blocked in Roundcube is refused at SMTP', async ({ page, extension }) => {
  const email = 'rania@olivebranch.example'
  await using account = await startAccount({ email })
  const { place, user } = account
  await using lab = await startTestLab({
    origin: account.url,
    reportKey: await makeGatewayKey(place, user.organizationId, 'report'),
    flagsKey: await makeGatewayKey(place, user.organizationId, 'flags'),
  })
  const send = () =>
    lab.send(senders.lookalike, {
      from: 'Olive Bank <alert@olive-branch-verify.example>',
      to: [email],
      subject: 'Verify your account',
      html: '<p>Your account is suspended. Verify your password within 24 hours: <a href="http://203.0.113.9/login.php">https://www.olive-bank.example/login</a></p>',
    })
  expect((await send()).code).toBe(250)
  await expect.poll(() => lab.mailboxes.received.length).toBe(1)
  const arrived = Buffer.from(lab.mailboxes.received[0]?.source ?? '')

  await using webmail = await startRoundcube(programs, [arrived])
  await joinIn(page, extension, { url: account.url, code: await account.makeCode() })
  await expect(page.getByRole('status')).toContainText('Joined to the account')
  await switchOnFor(extension, [{ origin: webmail.origin, program: 'roundcube' }])
  await signInToRoundcube(page, webmail)
  await page.goto(`${webmail.origin}/?_task=mail&_action=show&_uid=1&_mbox=INBOX`)
  await expect.poll(async () => (await findLine(page))?.text).toContain('Block')
  await (await findLine(page))?.press('Block')
  await expect
    .poll(async () => (await findLine(page))?.text)
    .toContain('You block alert@olive-branch-verify.example from now on.')
  // rspamd asks for the flags every few seconds.
  await expect.poll(send).toMatchObject({ code: 554, text: '5.7.1 Blocked by the recipient' })
})
