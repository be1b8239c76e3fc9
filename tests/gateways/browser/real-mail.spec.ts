import { expect, test } from '../../support/browser/browser.ts'
import { missingMailPrograms, senders, startTestLab } from '../../support/mail-lab/start.ts'
import { serverUnderTest } from '../../support/server/server-under-test.ts'
import { makeGatewayKey } from '../../support/worlds/mail-factories.ts'

/*
 * Postfix and rspamd of this machine with the printed configuration, and the server under test.
 */

test('a mail that comes in by SMTP is on the dashboard, and a red flag stops the next one', async ({
  page,
  users,
  place,
}) => {
  test.skip(missingMailPrograms !== undefined, missingMailPrograms)
  const user = await users.make({ email: 'salma.e2e@olivebranch.example' })
  const colleague = await users.make({
    email: 'rami.e2e@olivebranch.example',
    organizationId: user.organizationId,
  })
  await using lab = await startTestLab({
    origin: serverUnderTest.url,
    reportKey: await makeGatewayKey(place, user.organizationId, 'report'),
    flagsKey: await makeGatewayKey(place, user.organizationId, 'flags'),
  })
  const send = (to: readonly string[], subject = 'Your account will be closed today') =>
    lab.send(senders.lookalike, {
      from: 'Olive Bank <alert@olive-branch-verify.example>',
      to,
      subject,
      html: '<p>Confirm: <a href="http://olive-branch-verify.example/7">https://www.olive-bank.example/login</a></p>',
    })
  await users.signIn(page, user)
  await page.goto('/dashboard/employee')
  expect((await send([user.email, colleague.email])).code).toBe(250)
  // The report is taken before the sender has an answer.
  await page.reload()
  const threats = page.getByRole('region', { name: 'Recent threats' })
  await expect(threats).toContainText('Your account will be closed today')
  await expect(threats).toContainText('olive-branch-verify.example')

  await page.goto('/dashboard/employee?tab=flags')
  await page.getByLabel('Flag type').selectOption('red')
  await page.getByLabel('Email address or domain').fill('olive-branch-verify.example')
  await page.getByRole('button', { name: 'Add Flag', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Your flags' })).toContainText(
    'olive-branch-verify.example',
  )
  await expect
    // rspamd asks for the flags every few seconds, and half a minute is what it may take.
    .poll(() => send([user.email]), { timeout: 40_000 })
    .toMatchObject({
      code: 554,
      text: '5.7.1 Blocked by the recipient',
    })
  // The colleague did not flag the sender, and still gets the mail of both.
  const last = 'Your account was closed'
  expect((await send([user.email, colleague.email], last)).code).toBe(250)
  const received = () => lab.mailboxes.received.filter(({ source }) => source.includes(last))
  await expect
    .poll(() => received().map(({ envelope }) => envelope.slice(1)))
    .toEqual([[`RCPT TO:<${colleague.email}>`]])
})
