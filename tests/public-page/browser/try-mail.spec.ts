import { writeFile } from 'node:fs/promises'
import { expect, test } from '../../support/browser/browser.ts'
import { tried } from '../../support/browser/front-page.ts'
import { outlookFile } from '../../support/mail/outlook-file.ts'

test('a link shows where it leads, with its reason, and nothing in the mail can be clicked', {
  tag: ['@firefox'],
}, async ({ page, request }) => {
  await page.goto('/')
  const { text, check, verdict, mail, reasons } = tried(page)
  const { mails } = await (await request.get('/samples/en.json')).json()
  await text.fill(mails[0])
  await check.click()
  // A screen reader reads on from here.
  await expect(verdict).toBeFocused()
  await expect(mail).toContainText(
    'https://mail.your-firm.example/sign-in1 (reason 1)  leads to https://rnail-billing.example/session/verify',
  )
  await expect(mail.locator('a, button, input, img, [href], [src]')).toHaveCount(0)
  const numbers = await reasons.locator('.try-number').allTextContents()
  expect((await mail.locator('.try-number').allTextContents()).toSorted()).toEqual(numbers)
  for (const mark of await mail.locator('mark').all()) await expect(mark).toBeVisible()
})

test('an empty text is refused, a pasted one is judged, with the lines of its header as a whole mail, and one line leads on to the demo form', async ({
  page,
}) => {
  await page.goto('/')
  await test.step('an empty text is refused at the field, which is free again with the next verdict', async () => {
    const { text, check, problem, verdict } = tried(page)
    await check.click()
    await expect(problem).toHaveText('Paste a text first, or take one of the three emails.')
    await expect(text).toBeFocused()
    await expect(text).toHaveAttribute('aria-invalid', 'true')
    await expect(text).toHaveAccessibleDescription(/Paste a text first/)
    await text.fill('See you on Tuesday.')
    await check.click()
    await expect(verdict).toBeFocused()
    await expect(problem).toBeHidden()
    await expect(text).not.toHaveAttribute('aria-invalid')
  })
  await test.step('a pasted text is judged, and what a text does not show is said', async () => {
    const { text, check, verdict, reasons } = tried(page)
    await text.fill(
      'Your mailbox is full. Confirm your password within 24 hours: http://198.51.100.7/login',
    )
    await check.click()
    await expect(verdict).toHaveText('Suspicious')
    await expect(reasons).toContainText(
      'A link opens a website that has a number instead of a name: 198.51.100.7',
    )
    await expect(reasons).toContainText('a text comes without them')
    await expect(reasons).not.toContainText('layout')
    // The findings are told, though it was not enough to mark the text.
    await text.fill(
      'صباح الخير رنا، صور الجوقة من يوم الخميس على جهازنا في http://192.168.3.4/choir حتى يوم الأحد. مع التحية، نادية',
    )
    await check.click()
    await expect(verdict).toHaveText('We found something, but not enough to mark it')
    await expect(reasons).toContainText('has a number instead of a name: 192.168.3.4')
  })
  await test.step('pasted text with the lines of its header is judged as a whole mail', async () => {
    const { text, check, mail } = tried(page)
    await text.fill(
      'From: "Payroll" <lina@payroll.example>\nSubject: Payslips\n\nYour payslip is ready.',
    )
    await check.click()
    await expect(mail.getByRole('definition')).toHaveText([
      'Payroll lina@payroll.example',
      'Payslips',
    ])
  })
  await test.step('after a verdict one line leads to the empty demo form, and another mail can be tried', async () => {
    const { text, check, reasons, mail } = tried(page)
    await text.fill('See you on Tuesday.')
    await check.click()
    await reasons.getByRole('link').click()
    await expect(page.locator('#demo')).toBeInViewport()
    await expect(page.getByLabel('Business email')).toHaveValue('')
    await expect(page.getByLabel('Company name')).toHaveValue('')
    await expect(page).toHaveURL(/\/#demo$/)
    await reasons.getByRole('button', { name: 'Try another one' }).click()
    await expect(text).toBeFocused()
    await expect(mail).toHaveCount(0)
  })
})

const eml = 'From: a@b.example\r\nSubject: Hello\r\n\r\nSee you at the meeting on Tuesday.\r\n'

test('a file that cannot be judged is refused in words, and one that is dropped anywhere is judged and not opened', async ({
  page,
}, testInfo) => {
  await page.goto('/')
  for (const { name, content, says } of [
    { name: 'photo.png', content: 'x', says: 'This file is not an email.' },
    { name: 'mail.eml', content: '', says: 'This file is empty.' },
    { name: 'mail.msg', content: eml, says: 'This Outlook file could not be read.' },
    { name: 'mail.eml', content: 'x'.repeat(25_000_001), says: 'This file is larger than 25 MB' },
  ]) {
    await writeFile(testInfo.outputPath(name), content)
    const { file, problem } = tried(page)
    await file.setInputFiles(testInfo.outputPath(name))
    await expect(problem).toContainText(says)
  }
  await test.step('a dropped file is judged', async () => {
    const { text, part, mail } = tried(page)
    await text.focus()
    await expect(part.locator('[data-touch]')).toHaveCount(0)
    const dropped = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], 'a.eml'))
      return transfer
    }, eml)
    await page.locator('h1').dispatchEvent('dragover', { dataTransfer: dropped })
    await page.locator('h1').dispatchEvent('drop', { dataTransfer: dropped })
    await expect(mail).toContainText('See you at the meeting')
  })
})

test('a chosen .eml and an Outlook file are judged, also one chosen before the code has come', {
  tag: ['@firefox'],
}, async ({ page }) => {
  const gate = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto('/')
  const { file, mail } = tried(page)
  await file.setInputFiles({ name: 'a.eml', mimeType: '', buffer: Buffer.from(eml) })
  gate.resolve()
  await expect(mail).toContainText('See you at the meeting')
  const outlook = outlookFile({
    sender: 'lina@clinic.example',
    senderName: 'Lina',
    subject: 'Rota',
    body: 'The rota of June is here.',
  })
  await file.setInputFiles({ name: 'a.msg', mimeType: '', buffer: Buffer.from(outlook) })
  await expect(mail).toContainText('The rota of June is here.')
  await expect(mail).toContainText('lina@clinic.example')
})
