import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'

const missing = 'Please enter your email and company name'
const sent = 'Demo request sent! We will contact you shortly.'

/** Records every mail that the page opens and every call that it makes. */
async function openPage(page: Page) {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api')) calls.push(request.url())
  })
  await page.addInitScript(() => {
    const mails: string[] = []
    Object.assign(window, { mails })
    document.addEventListener('click', (event) => {
      const link = event.target instanceof Element && event.target.closest('a[href^=mailto]')
      if (!(link instanceof HTMLAnchorElement)) return
      event.preventDefault()
      mails.push(link.href)
    })
  })
  await page.goto('/')
  return {
    calls,
    email: page.getByLabel('Business email'),
    company: page.getByLabel('Company name'),
    send: page.getByRole('button', { name: 'Request a demo' }),
    mails: () => page.evaluate(() => Reflect.get(window, 'mails') as string[]),
  }
}

test('a request asks for the missing fields, its alert stays until it is dismissed or done, and a complete one opens a mail to sales', {
  tag: ['@R066', '@R067', '@R091', '@R092', '@R093', '@R094', '@R095', '@R096', '@firefox'],
}, async ({ page }) => {
  const form = await openPage(page)
  await form.email.fill('rana@clinic.example')
  await form.company.fill('  ')
  await form.send.click()
  await expect(page.getByRole('alert')).toContainText(missing)
  await expect(form.company).toBeFocused()
  await expect(form.company).toHaveAttribute('aria-invalid', 'true')
  await expect(form.email).toHaveValue('rana@clinic.example')
  await form.email.fill('')
  await form.send.click()
  await expect(form.email).toBeFocused()
  await expect(page.getByText(missing)).toHaveCount(1)
  expect(await form.mails()).toEqual([])
  await page.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(page.getByText(missing)).toHaveCount(0)
  await expect(form.email).toBeFocused()

  await form.send.click()
  await test.step('its notice can be reached while a modal dialog is open', async () => {
    await expect(page.getByText(missing)).toBeVisible()
    await page.evaluate(() => {
      document.body.append(document.createElement('dialog'))
      document.querySelector('dialog')?.showModal()
    })
    const dismiss = page.locator('dialog').getByRole('button', { name: 'Dismiss' })
    await expect(dismiss).toBeVisible()
    await page.evaluate(() => document.querySelector('dialog')?.remove())
    await expect(page.locator('body > #notices').getByText(missing)).toBeVisible()
  })
  await form.email.fill(' rana@clinic.example ')
  await form.company.fill('Clinic & Söhne, 100%')
  await form.company.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: sent })).toBeVisible()
  await expect(page.getByText(missing)).toHaveCount(0)
  await expect(form.email).not.toHaveAttribute('aria-invalid')
  await expect(form.email).toHaveValue('')
  await expect(form.company).toHaveValue('')
  const mails = await form.mails()
  expect(mails).toHaveLength(1)
  const mail = new URL(mails[0] ?? '')
  expect(mail.pathname).toMatch(/^sales@/)
  const body = new URLSearchParams(mail.search.replaceAll('+', '%2B')).get('body')
  expect(body).toContain('rana@clinic.example\r\n')
  expect(body).toContain('Clinic & Söhne, 100%')
  await expect(page.getByRole('link', { name: 'Mail app did not open?' })).toBeVisible()
  expect(form.calls).toEqual([])
})
