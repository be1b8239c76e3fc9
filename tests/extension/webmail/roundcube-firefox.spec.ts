import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { judgeReadMail } from '../../../judge/judge.ts'
import stored from '../../../judge/model/model.json' with { type: 'json' }
import { openModel } from '../../../judge/model/model.ts'
import { readMail } from '../../../judge/read/read-mail.ts'
import { findFirefox } from '../../../tools/scripts/find-firefox.ts'
import { startAccount } from '../../support/extension/account.ts'
import { buildExtension } from '../../support/extension/extension.ts'
import { fortyMails } from '../../support/extension/forty-mails.ts'
import { findWebmail, startRoundcube } from '../../support/extension/roundcube.ts'
import { startFirefox } from '../../support/firefox/bidi.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/* npm run test:extension: the extension in Debian's Firefox, which installs it as its user would try it. */

const programs = findWebmail()
const program = await findFirefox()
if (program === undefined) throw new Error('Firefox is missing')

const button = (name: string) =>
  `[...document.querySelectorAll('button')].find(({ innerText }) => innerText === '${name}')`

/** Beginnings of the line for each level. */
const titles = {
  safe: /^Aman: We found (?:nothing against it|something, but not enough)/,
  suspicious: /^Aman: Suspicious/,
}

test('forty mails that are opened in Roundcube in Firefox have the verdict of the judge, and senders are blocked, trusted and reported', async () => {
  await using webmail = await startRoundcube(programs, fortyMails)
  await using account = await startAccount()
  await using folder = await temporaryFolder()
  await using profile = await temporaryFolder()
  await buildExtension(folder.path, 'firefox')
  await using firefox = await startFirefox({
    program,
    profile: profile.path,
    extension: join(folder.path, 'firefox'),
    extensionId: 'extension@aman.example',
  })

  await firefox.open(firefox.address('options.html'))
  await firefox.write("document.querySelector('[name=address]')", webmail.origin)
  await firefox.press(button('Switch on'))
  const said = () => firefox.read("document.querySelector('[role=status]').innerText")
  await expect.poll(said).toContain('127.0.0.1')
  await firefox.press("document.querySelector('[type=checkbox]')")
  await expect
    .poll(() => firefox.read("document.querySelector('[type=checkbox]').checked"))
    .toBe('true')

  await firefox.open(webmail.origin)
  await firefox.write("document.querySelector('#rcmloginuser')", webmail.user)
  await firefox.write("document.querySelector('#rcmloginpwd')", webmail.password)
  await firefox.press("document.querySelector('#rcmloginsubmit')")
  await expect.poll(() => firefox.read('location.search')).toContain('_task=mail')
  const show = (uid: number) =>
    firefox.open(`${webmail.origin}/?_task=mail&_action=show&_uid=${uid}&_mbox=INBOX`)
  const model = openModel(stored)
  for (const [index, raw] of fortyMails.entries()) {
    const { level } = await judgeReadMail(await readMail(raw), {}, { model })
    await show(index + 1)
    await expect
      .poll(() => firefox.line(), { message: `mail ${index + 1}`, intervals: [50] })
      .toMatch(titles[level])
  }
  await firefox.open(firefox.address('options.html'))
  await firefox.write("document.querySelector('[name=server]')", account.url)
  await firefox.write("document.querySelector('[name=code]')", await account.makeCode())
  await firefox.press(button('Join'))
  await expect.poll(said).toContain('Joined to the account')
  await show(1)
  await expect.poll(() => firefox.line()).toContain('Report')
  await firefox.pressInLine('Why?')
  await expect.poll(() => firefox.line()).toContain('203.0.113.9')
  await firefox.pressInLine('Report')
  await expect.poll(() => firefox.line()).toContain('You have reported this email as dangerous.')
  await firefox.pressInLine('Block')
  await expect
    .poll(() => firefox.line())
    .toContain('You block alerts@paypa1-secure.example from now on.')
  await show(2)
  await expect.poll(() => firefox.line()).toContain('Trust')
  await firefox.pressInLine('Trust')
  await expect
    .poll(() => firefox.line())
    .toContain('You trust alerts@bank-verify.example from now on.')
  expect(await account.reports()).toEqual(['dangerous'])
  expect((await account.flags()).toSorted()).toEqual([
    'green alerts@bank-verify.example',
    'red alerts@paypa1-secure.example',
  ])
  await show(1)
  await expect.poll(() => firefox.line()).toContain('Dangerous')
})
