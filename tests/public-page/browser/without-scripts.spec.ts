import { expect, test } from '../../support/browser/browser.ts'
import { tried } from '../../support/browser/try-mail.ts'

test.use({ javaScriptEnabled: false })

test('the front page has its questions, a judged mail, and a form that opens a mail, and the policy is on its page', {
  tag: ['@R086', '@R090', '@R253'],
}, async ({ page }) => {
  await page.goto('/')
  await page.locator('#faq summary').first().click()
  await expect(page.locator('#faq details p').first()).toBeVisible()
  await expect(page.locator('#demo form')).toHaveAttribute('action', /^mailto:sales@/)
  await expect(page.locator('#demo a[href^="mailto:sales@"]')).toBeVisible()
  await expect(page.locator('.judged')).toContainText('Suspicious')
  await expect(tried(page).samples.first()).toBeHidden()
  await expect(tried(page).part).toBeHidden()
  await page.goto('/privacy-policy')
  await expect(page.getByRole('heading', { name: 'What Aman reads' })).toBeVisible()
  await expect(page.getByText('Loading Privacy Policy...')).toBeHidden()
})
