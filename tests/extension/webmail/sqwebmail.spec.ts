import { judgeReadMail } from '../../../judge/judge.ts'
import stored from '../../../judge/model/model.json' with { type: 'json' }
import { openModel } from '../../../judge/model/model.ts'
import { readMail } from '../../../judge/read/read-mail.ts'
import { expect } from '../../support/browser/browser.ts'
import { joinIn, startAccount } from '../../support/extension/account.ts'
import { switchOnFor, test, toolbar } from '../../support/extension/extension.ts'
import { fortyMails } from '../../support/extension/forty-mails.ts'
import { findLine } from '../../support/extension/line.ts'
import { missingSqwebmail, startSqwebmail } from '../../support/extension/sqwebmail.ts'

/* npm run test:extension: the extension in Debian's SqWebMail, which reads a Maildir itself. */

if (missingSqwebmail !== undefined) throw new Error(missingSqwebmail)

const mails = fortyMails.filter((_, index) => index < 3 || index % 4 === 0)

test('mails that are opened in SqWebMail have the verdict of the judge, and one is blocked', async ({
  page,
  extension,
}) => {
  await using webmail = await startSqwebmail(mails)
  await switchOnFor(extension, [{ origin: webmail.origin, program: 'sqwebmail' }])
  await page.goto(`${webmail.origin}/cgi-bin/sqwebmail?noframes=1`)
  await page.locator('[name=username]').fill(webmail.user)
  await page.locator('[name=password]').fill(webmail.password)
  await page.locator('[type=submit]').click()
  await page.waitForURL(/\/login\//)
  const mailbox = new URL(page.url())
  // The list gives each mail its position.
  mailbox.search = 'folder=INBOX&form=folder'
  await page.goto(mailbox.href)
  const open = async (pos: number) => {
    mailbox.search = `folder=INBOX&form=readmsg&pos=${pos}`
    await page.goto(mailbox.href)
    // The program has an order of its own, and names the file.
    const file = await page.locator('input[name=posfile]').first().inputValue()
    return Number(/\.M(\d+)\./.exec(file)?.[1])
  }

  const model = openModel(stored)
  const positions = new Map<number, number>()
  for (const pos of mails.keys()) {
    const index = await open(pos)
    positions.set(index, pos)
    const { level } = await judgeReadMail(
      await readMail(mails[index] ?? Buffer.of()),
      {},
      { model },
    )
    await expect
      .poll(async () => [(await toolbar(extension)).badge, (await findLine(page))?.level], {
        message: `mail ${index}`,
        intervals: [100],
      })
      .toEqual(level === 'safe' ? ['✓', undefined] : ['!', level])
  }
  expect(positions.size).toBe(mails.length)

  await test.step('while another mail takes its place, nothing is said of either', async () => {
    const first = [...positions].find(([, pos]) => pos === 0)?.[0] ?? 0
    const other = await extension.context.newPage()
    const held = Promise.withResolvers<void>()
    const isAsked = Promise.withResolvers<void>()
    await page.route(/form=fetch/, async (route) => {
      isAsked.resolve()
      await held.promise
      await route.continue()
    })
    await open(1)
    await isAsked.promise
    // Each of those that follow takes the place of the one before.
    await webmail.removeMail(first)
    mailbox.search = 'folder=INBOX&form=folder'
    await other.goto(mailbox.href)
    await other.close()
    await page.bringToFront()
    held.resolve()
    await expect.poll(async () => (await toolbar(extension)).badge).toBe('?')
    expect(await findLine(page)).toBeUndefined()
    await page.unroute(/form=fetch/)
  })

  await using account = await startAccount()
  await joinIn(page, extension, { url: account.url, code: await account.makeCode() })
  await expect(page.getByRole('status')).toContainText('Joined to the account')
  // One stood before it that is there no more.
  await open((positions.get(0) ?? 0) - 1)
  await expect.poll(async () => (await findLine(page))?.text).toContain('Block')
  await (await findLine(page))?.press('Block')
  await expect
    .poll(async () => (await findLine(page))?.text)
    .toContain('You block alerts@paypa1-secure.example from now on.')
  expect(await account.flags()).toEqual(['red alerts@paypa1-secure.example'])
  await page.reload()
  await expect.poll(async () => (await findLine(page))?.level).toBe('malicious')
})
