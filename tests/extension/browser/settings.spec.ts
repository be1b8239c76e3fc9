import { findViolations } from '../../support/browser/axe.ts'
import { expect } from '../../support/browser/browser.ts'
import { expectLargeTextFits } from '../../support/browser/fit.ts'
import {
  type Extension,
  openPopup,
  switchOnFor,
  test,
  toolbar,
} from '../../support/extension/extension.ts'
import { phishing } from '../../support/extension/mails.ts'
import { startWebmailPage } from '../../support/extension/webmail-page.ts'

// A shell of Chromium has no extensions.
const tag = ['@window']

const scripts = ({ worker }: Extension) =>
  worker.evaluate(() => chrome.scripting.getRegisteredContentScripts())

test('the extension runs where its user switches it on, and nowhere else', { tag }, async ({
  page,
  extension,
}) => {
  await using webmail = await startWebmailPage({ 1: { raw: phishing } })
  const { host } = new URL(webmail.origin)
  await page.goto(extension.address('options.html'))
  const said = page.getByRole('status')
  const address = page.getByLabel('Address of your webmail')
  for (const wrong of ['', 'mail.firm.example', 'javascript:alert(1)', 'file:///etc/passwd']) {
    await address.fill(wrong)
    await page.getByRole('button', { name: 'Switch on' }).click()
    await expect(address).toHaveAttribute('aria-invalid', 'true')
  }
  expect(await findViolations(page)).toEqual([])
  const mail = await extension.context.newPage()
  await mail.goto(webmail.address(1))
  expect(webmail.asked).toEqual([])
  await address.fill(webmail.address(1))
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(said).toContainText(`Aman is switched on for ${host}.`)
  // The script is registered after the setting was kept.
  await expect.poll(() => scripts(extension)).toHaveLength(1)
  await mail.reload()
  await expect.poll(async () => (await toolbar(extension)).badge).toBe('!')
  await page.bringToFront()
  await page.getByRole('button', { name: `Switch off for ${host}` }).click()
  await expect(said).toContainText(`Aman is switched off for ${host}.`)
  await expect.poll(() => scripts(extension)).toEqual([])
  await mail.reload()
  expect(webmail.asked).toHaveLength(1)
})

test('when the storage of the browser is full, the settings say so and stay as they were; they can be read in Arabic, by a screen reader and in large text', {
  tag,
}, async ({ page, extension, console }) => {
  console.expect(/quota exceeded/)
  await test.step('in Arabic, by a screen reader and in large text', async () => {
    await page.goto(extension.address('options.html'))
    await page.getByLabel('Language').selectOption('العربية')
    await expect(page.getByRole('heading', { name: 'أمان في هذا المتصفح' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await page.getByLabel('إظهار سطر فوق الرسائل السليمة أيضًا').check()
    expect(await findViolations(page)).toEqual([])
    await expectLargeTextFits(page)
    await extension.worker.evaluate(() => chrome.storage.local.clear())
  })
  await switchOnFor(extension, [{ origin: 'https://mail.firm.example', program: 'roundcube' }])
  await extension.worker.evaluate(() =>
    chrome.storage.local.set({ full: 'x'.repeat(10 * 1024 * 1024 - 200) }),
  )
  await page.goto(extension.address('options.html'))
  await page.getByLabel('Address of your webmail').fill(`https://${'mail.'.repeat(40)}example`)
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByRole('status')).toContainText('Its storage may be full.')
  await expect(page.getByRole('listitem')).toHaveText(/https:\/\/mail\.firm\.example/)
})

test('the window of the toolbar shows the verdict of the mail that is open', { tag }, async ({
  page,
  extension,
}) => {
  await using webmail = await startWebmailPage({ 1: { raw: phishing } })
  await page.goto(webmail.address(1))
  const first = await openPopup(extension, page)
  const { host } = new URL(webmail.origin)
  await expect.poll(first.text).toContain(`Switch on for ${host}`)
  await first.press(`Switch on for ${host}`)
  await expect.poll(first.text).toContain('Reload pages that are open there.')
  await expect.poll(() => scripts(extension)).toHaveLength(1)
  await page.reload()
  await expect.poll(async () => (await toolbar(extension)).badge).toBe('!')
  const popup = await openPopup(extension, page)
  await expect.poll(popup.text).toMatch(/Aman: Suspicious[\s\S]*What speaks against it/)
  expect(await popup.violations()).toEqual([])
  await popup.press('Show less')
  await expect.poll(popup.text).not.toContain('What speaks against it')
})

test("an administrator's address, language and websites are there, and the user switches them on", {
  tag,
}, async ({ page, extension }) => {
  await page.addInitScript(() => {
    chrome.storage.managed.get = async () => ({
      server: 'https://aman.firm.example',
      key: 'aman_gateway_key',
      locale: 'ar',
      sites: [{ origin: 'https://mail.firm.example', program: 'gmail' }],
    })
  })
  await page.goto(extension.address('options.html'))
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(page.getByLabel('عنوان أمان لديك')).toHaveValue('https://aman.firm.example')
  await page.getByLabel('اللغة').selectOption('English')
  await expect(page.getByText('Your administrator has entered these.')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Switch on for mail.firm.example' }).click()
  await expect(page.getByRole('status')).toContainText('Aman is switched on for mail.firm.example.')
  await expect(page.getByText('Your administrator has entered these.')).toBeHidden()
  // The answer of the server to the key of the policy is told.
  const tell = (answer: object) =>
    extension.worker.evaluate((it) => chrome.storage.local.set({ policy: it }), {
      ...{ token: 'aman_gateway_key', organization: 'Cedar Clinic', isEnded: false },
      ...answer,
    })
  const joins = 'Your administrator has joined this browser to Cedar Clinic'
  await expect(page.getByText('aman.firm.example, which has not answered yet')).toBeVisible()
  await tell({})
  await expect(page.getByText(joins)).toBeVisible()
  await tell({ isEnded: true })
  await expect(page.getByText('joins this browser no longer')).toBeVisible()
  await tell({ token: 'of another policy' })
  await expect(page.getByText('aman.firm.example, which has not answered yet')).toBeVisible()
  const stored = await extension.worker.evaluate(() => chrome.storage.local.get('sites'))
  expect(stored).toEqual({ sites: [{ origin: 'https://mail.firm.example', program: 'gmail' }] })
})
