import type { FileChooser, Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { expectEveryLook } from '../../support/browser/every-look.ts'
import { openWhole } from '../../support/browser/first-calls.ts'
import { expectLargeTextFits } from '../../support/browser/fit.ts'
import { problem } from '../../support/browser/screen.ts'
import { outlookFile } from '../../support/mail/outlook-file.ts'
import { answerEmployee, counted } from '../../support/worlds/dashboard-answers.ts'

const eml = {
  name: 'Confirm your account.eml',
  mimeType: 'message/rfc822',
  buffer: Buffer.from('From: a@b.example\r\nSubject: \xe9\r\n\r\nHello\r\n', 'latin1'),
}
const verdict = {
  id: 'check-1',
  threat_level: 'malicious',
  detection_reason: 'A link leads to a known phishing page',
  indicators: ['An attachment is a program \u202e', 'An attachment is a program \u202e'],
  unchecked: ['spf', 'address_lists', 'dkim', 'something new'],
}

const opener = (page: Page) => page.getByRole('button', { name: 'Check a mail', exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Check a mail' })
const chooser = (page: Page) => dialog(page).locator('input[type=file]')
const pasted = (page: Page) => dialog(page).getByLabel('Paste a text or a link')

async function openDialog(page: Page) {
  await answerEmployee(page, { ...counted, mail_checks: 'offered' })
  await openWhole(page, '/dashboard/employee')
  await opener(page).click()
  await expect(dialog(page)).toBeVisible()
}

function answerCheck(page: Page, answer: object, status = 200) {
  return page.route('**/api/mail-checks*', (route) => route.fulfill({ status, json: answer }))
}

const refusal = (code: string, detail: string) => ({
  success: false,
  detail,
  error: detail,
  message: detail,
  code,
  params: {},
})

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make())
})

test('a chosen file is sent as it is, a dropped and an Outlook file too, and each verdict is a word, an icon and reasons', async ({
  page,
}) => {
  await openDialog(page)
  await expect(dialog(page)).toContainText('in Outlook, open the email and choose File')
  await expect(dialog(page)).toContainText("choose 'Download message'")
  await expect(dialog(page)).toContainText('On a phone')
  for (const [level, heading] of [
    ['safe', 'We found something, but not enough to mark it'],
    ['malicious', 'Malicious'],
  ] as const) {
    await answerCheck(page, { ...verdict, threat_level: level })
    const sent = page.waitForRequest('**/api/mail-checks*')
    await chooser(page).setInputFiles(eml)
    const request = await sent
    expect(request.headers()['content-type']).toBe('message/rfc822')
    expect(request.postDataBuffer()?.equals(eml.buffer)).toBe(true)
    const title = dialog(page).getByRole('heading', { name: heading })
    // A screen reader begins to read there.
    await expect(title).toBeFocused()
    await expect(title.locator('svg')).toBeVisible()
    // The mail stands beside it, as text.
    await expect(dialog(page).getByRole('definition').first()).toHaveText('a@b.example')
    await expect(dialog(page).getByRole('listitem').filter({ visible: true })).toHaveText([
      'A link leads to a known phishing page',
      'An attachment is a program [U+202E]',
    ])
    await dialog(page).getByText('What could not be checked').click()
    await expect(dialog(page).locator('details li')).toHaveCount(3)
    expect(await findViolations(page), level).toEqual([])
    await expectLargeTextFits(page)
    await dialog(page).getByRole('button', { name: 'Check another mail' }).click()
    await expect(pasted(page)).toBeFocused()
  }
  await test.step('an Outlook file is converted by code that is loaded only then', async () => {
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    const converters = () => loaded.filter((url) => url.includes('eml-from-msg'))
    await answerCheck(page, { ...verdict, unchecked: ['dkim'] })
    await chooser(page).setInputFiles({
      name: 'broken.msg',
      mimeType: 'application/vnd.ms-outlook',
      buffer: Buffer.from('not from Outlook'),
    })
    await expect(
      problem(page, 'This Outlook file could not be read. Save the email as .eml instead.'),
    ).toBeVisible()
    expect(loaded.filter((url) => url.includes('mail-checks'))).toEqual([])
    expect(converters()).toHaveLength(1)
    const file = outlookFile({
      headers: 'From: a@b.example\r\nDKIM-Signature: x\r\n\r\n',
      body: 'مرحبا',
    })
    const sent = page.waitForRequest('**/api/mail-checks*')
    // The type of a system that does not know Outlook.
    const mimeType = 'application/octet-stream'
    await chooser(page).setInputFiles({ name: 'A.MSG', mimeType, buffer: Buffer.from(file) })
    const request = await sent
    expect(request.headers()['content-type']).toBe('message/rfc822; converted=yes')
    const mail = request.postData() ?? ''
    expect(mail).toContain('From: a@b.example')
    expect(mail).not.toContain('DKIM-Signature')
    expect(mail).toContain(Buffer.from('مرحبا').toString('base64'))
    await dialog(page).getByText('What could not be checked').click()
    await expect(dialog(page).getByText('Outlook files lose it')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Check another mail' }).click()
  })
  await test.step('a file is dropped anywhere in the window, and a browser does not open it instead', async () => {
    await answerCheck(page, verdict)
    const area = dialog(page).getByText('Drop the file here')
    expect(await drag(page, 'dragover', ['a.eml'])).toBe(true)
    await expect(area).toBeVisible()
    await drag(page, 'dragleave', ['a.eml'])
    await expect(area).toBeHidden()
    expect(await drag(page, 'drop', ['a.eml'])).toBe(true)
    await expect(dialog(page).getByRole('heading', { name: 'Malicious' })).toBeVisible()
  })
})

test('a file is chosen by keyboard, and the same one again after a failure', async ({
  page,
  console,
}) => {
  console.expect(/503/)
  await answerCheck(page, refusal('filter_unavailable', 'The mail filter does not answer.'), 503)
  await openDialog(page)
  await expect(pasted(page)).toBeFocused()
  const choosers: FileChooser[] = []
  page.on('filechooser', (opened) => choosers.push(opened))
  // The browser has to know that a chooser is answered, before one opens.
  await page.reload()
  await opener(page).click()
  await expect(pasted(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(chooser(page)).toBeFocused()
  for (const key of ['Enter', 'Space']) {
    await page.keyboard.press(key)
    await expect.poll(() => choosers.length).toBe(1)
    await choosers.pop()?.setFiles(eml)
    await expect(problem(page, 'The mail filter does not answer.')).toBeVisible()
    await expect(chooser(page)).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()
  await expect(problem(page, 'The mail filter does not answer.')).toHaveCount(0)
})

/** Drags files over the window, or drops them, as a browser reports it. */
function drag(page: Page, type: 'dragover' | 'dragleave' | 'drop', names: readonly string[]) {
  return page.evaluate(
    ([event, files]) => {
      const dataTransfer = new DataTransfer()
      for (const name of files) dataTransfer.items.add(new File(['From: a@b.c\n\nx'], name))
      const options = { dataTransfer, bubbles: true, cancelable: true }
      const dragged = new DragEvent(event, options)
      document.body.dispatchEvent(dragged)
      return dragged.defaultPrevented
    },
    [type, names] as const,
  )
}

test('a text is checked by keyboard on a phone, and a refusal keeps what was typed', {
  tag: ['@arabic'],
}, async ({ page, console }) => {
  console.expect(/503/)
  await page.setViewportSize({ width: 320, height: 640 })
  await openDialog(page)
  const field = pasted(page)
  const button = dialog(page).getByRole('button', { name: 'Check the text' })
  await button.click()
  await expect(problem(page, 'Paste a text or a link first.')).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  const tooLong = 'The text is longer than 20,000 characters.'
  const long = 'x'.repeat(20_001)
  await field.fill(long)
  await button.click()
  await expect(problem(page, tooLong)).toBeVisible()
  await expect(field).toHaveValue(long)
  await expect(field).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await expectLargeTextFits(page)
  const busy = 'Other emails are being checked. Try again in a moment.'
  await answerCheck(page, refusal('checks_busy', busy), 503)
  await field.fill('Pay at https://a.example')
  await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(problem(page, busy)).toBeVisible()
  await expect(field).toHaveValue('Pay at https://a.example')
  // A file that fails does not take the text along.
  await chooser(page).setInputFiles(eml)
  await expect(problem(page, busy)).toBeVisible()
  await expect(field).toHaveValue('Pay at https://a.example')
  await answerCheck(page, {
    ...verdict,
    unchecked: ['sender', 'link_targets', 'attachments', 'spf', 'address_lists', 'dkim', 'filter'],
  })
  const sent = page.waitForRequest('**/api/mail-checks*')
  await button.press('Enter')
  const request = await sent
  expect(request.headers()['content-type']).toBe('message/rfc822; pasted=yes')
  expect(request.postData()).toBe('Pay at https://a.example')
  await expect(dialog(page).getByRole('heading', { name: 'Malicious' })).toBeFocused()
  await expect(dialog(page).getByRole('region', { name: 'The email' })).toHaveText(
    'Pay at https://a.example',
  )
  await dialog(page).getByText('What could not be checked').click()
  await expect(dialog(page).locator('details li')).toHaveText([
    /a text does not show the sender/,
    /a text shows only what they say/,
    /a text comes without them/,
    /a text does not name that server/,
    /lists of known senders of spam/,
    /a text has none/,
    /they need the file/,
  ])
  expect(await findViolations(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Check another mail' }).click()
  await expect(field).toHaveValue('')
})

test("the server's verdict stands beside the mail, with its reasons at their places", async ({
  page,
}) => {
  // Paste and 'Check' come before the file, and the server under test has no mail filter.
  await page.setViewportSize({ width: 390, height: 844 })
  await openWhole(page, '/dashboard/employee')
  await opener(page).click()
  await expect(pasted(page)).toBeFocused()
  await expect(pasted(page)).toBeInViewport()
  await pasted(page).fill(
    'Your mailbox is full. Confirm your password within 24 hours: http://198.51.100.7/login',
  )
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('heading', { name: 'Suspicious' })).toBeFocused()
  const mail = dialog(page).getByRole('region', { name: 'The email' })
  await expect(mail.locator('mark', { hasText: 'http://198.51.100.7/login' })).toBeVisible()
  const numbers = dialog(page).getByRole('listitem').locator('.try-number')
  const seen = await numbers.allTextContents()
  expect(seen.length).toBeGreaterThan(0)
  expect((await mail.locator('.try-number').allTextContents()).toSorted()).toEqual(seen)
  await expectEveryLook(page)
})
