import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { judgeReadMail } from '../../../judge/judge.ts'
import stored from '../../../judge/model/model.json' with { type: 'json' }
import { openModel } from '../../../judge/model/model.ts'
import { readMail } from '../../../judge/read/read-mail.ts'
import { expect } from '../../support/browser/browser.ts'
import { joinIn, startAccount } from '../../support/extension/account.ts'
import { switchOnFor, test, toolbar } from '../../support/extension/extension.ts'
import { fortyMails as mails } from '../../support/extension/forty-mails.ts'
import { findLine } from '../../support/extension/line.ts'
import {
  findWebmail,
  signInToRoundcube,
  startRoundcube,
} from '../../support/extension/roundcube.ts'

/* npm run test:extension: the extension in Debian's Roundcube, whose mail Dovecot keeps. */

const programs = findWebmail()
const pictures = process.env.PICTURES

test('forty mails that are opened in Roundcube have the verdict of the judge', async ({
  page,
  extension,
}) => {
  await using webmail = await startRoundcube(programs, mails)
  await switchOnFor(extension, [{ origin: webmail.origin, program: 'roundcube' }])
  await signInToRoundcube(page, webmail)

  const model = openModel(stored)
  for (const [index, raw] of mails.entries()) {
    const mail = await readMail(raw)
    const { level } = await judgeReadMail(mail, {}, { model })
    const address = `${webmail.origin}/?_task=mail&_action=show&_uid=${index + 1}&_mbox=INBOX`
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    await expect
      .poll(async () => [(await toolbar(extension)).badge, (await findLine(page))?.level], {
        message: `mail ${index + 1}`,
        intervals: [100],
      })
      .toEqual(level === 'safe' ? ['✓', undefined] : ['!', level])
  }

  // Beside the list it stands in a frame.
  const rows = page.locator('#messagelist tbody tr')
  await page.goto(`${webmail.origin}/?_task=mail&_mbox=INBOX`)
  await rows.filter({ hasText: 'Verify your account' }).click()
  await expect.poll(async () => (await findLine(page))?.text).toBe('Aman: Suspicious\nWhy?')
  await (await findLine(page))?.press('Why?')
  expect((await findLine(page))?.text).toContain('203.0.113.9')
  await rows.filter({ hasText: 'Delivery of the new desks' }).click()
  await expect.poll(async () => (await toolbar(extension)).badge).toBe('✓')
  expect(await findLine(page)).toBeUndefined()

  // Joined by three actions, it blocks, trusts and reports by one each.
  await using account = await startAccount()
  await joinIn(page, extension, { url: account.url, code: await account.makeCode() })
  await expect(page.getByRole('status')).toContainText('Joined to the account')
  const act = async (uid: number, name: string, said: string) => {
    await page.goto(`${webmail.origin}/?_task=mail&_action=show&_uid=${uid}&_mbox=INBOX`)
    await expect.poll(async () => (await findLine(page))?.text).toContain(name)
    await (await findLine(page))?.press(name)
    await expect.poll(async () => (await findLine(page))?.text).toContain(said)
  }
  await act(1, 'Report', 'You have reported this email as dangerous.')
  await act(1, 'Block', 'You block alerts@paypa1-secure.example from now on.')
  await act(2, 'Trust', 'You trust alerts@bank-verify.example from now on.')
  expect(await account.reports()).toEqual(['dangerous'])
  expect((await account.flags()).toSorted()).toEqual([
    'green alerts@bank-verify.example',
    'red alerts@paypa1-secure.example',
  ])
  await page.goto(`${webmail.origin}/?_task=mail&_action=show&_uid=1&_mbox=INBOX`)
  await expect.poll(async () => (await findLine(page))?.level).toBe('malicious')
  if (pictures !== undefined) await takePictures(page, extension, webmail.origin, pictures)
})

/** The line in each state, for eyes. */
async function takePictures(
  page: Page,
  extension: Parameters<typeof toolbar>[0],
  origin: string,
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const states = [
    { name: 'english', uid: 1, width: 1280, locale: 'en' },
    { name: 'english-narrow', uid: 1, width: 390, locale: 'en' },
    { name: 'dark', uid: 1, width: 1280, locale: 'en', colorScheme: 'dark' },
    { name: 'arabic', uid: 2, width: 1280, locale: 'ar' },
    { name: 'arabic-narrow', uid: 2, width: 390, locale: 'ar' },
    { name: 'dangerous-narrow-dark', uid: 1, width: 390, locale: 'en', colorScheme: 'dark' },
    { name: 'honest', uid: 3, width: 1280, locale: 'en', showsAll: true },
  ] as const
  for (const { name, uid, width, locale, ...other } of states) {
    const showsAll = 'showsAll' in other
    await page.emulateMedia({ colorScheme: 'colorScheme' in other ? other.colorScheme : 'light' })
    await extension.worker.evaluate((it) => chrome.storage.local.set(it), { locale, showsAll })
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${origin}/?_task=mail&_action=show&_uid=${uid}&_mbox=INBOX`)
    await expect.poll(() => findLine(page)).toBeDefined()
    await page.screenshot({ path: join(folder, `${name}.png`) })
    await (await findLine(page))?.press(locale === 'ar' ? 'لماذا؟' : 'Why?')
    await page.screenshot({ path: join(folder, `${name}-open.png`) })
  }
  for (const locale of ['en', 'ar']) {
    await extension.worker.evaluate((it) => chrome.storage.local.set(it), { locale })
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(extension.address('options.html'))
      await page.screenshot({
        path: join(folder, `settings-${locale}-${width}.png`),
        fullPage: true,
      })
    }
  }
}
