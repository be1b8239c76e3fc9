import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { setLine } from '../../support/browser/front-page.ts'

// Without the judge of the hero, which on a quick line runs untouched.
test.beforeEach(({ page }) => setLine(page, 'metered'))

const missing = 'Please enter your email and company name'

/** Delays the scripts until the returned function is called: a slow connection without timers. */
async function holdScripts(page: Page) {
  const gate = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  return () => gate.resolve()
}

test('the page requests nothing until it is touched, even after a scroll to its end', async ({
  page,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto('/')
  await page.evaluate(() =>
    window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }),
  )
  await expect(page.locator('footer address')).toBeInViewport()
  await page.waitForLoadState('networkidle')
  expect(requests.filter((url) => !/favicon|icons|manifest/.test(url))).toHaveLength(1)
})

test('a click before the code has loaded takes effect once, and a key is not lost', {
  tag: ['@R091', '@firefox'],
}, async ({ page }) => {
  await page.goto('/')
  const release = await holdScripts(page)
  const button = page.getByRole('button', { name: 'Request a demo' })
  await button.click()
  await button.click()
  release()
  await expect(page.getByText(missing)).toHaveCount(1)
  await expect(page.locator('.notice')).toHaveCount(1)
  await page.unrouteAll()
  await test.step('a key on the button is not lost', async () => {
    for (const key of ['Enter', 'Space']) {
      await page.goto('/')
      const release = await holdScripts(page)
      await page.getByRole('button', { name: 'Request a demo' }).press(key)
      release()
      await expect(page.getByText(missing)).toBeVisible()
      await page.unrouteAll()
    }
  })
})

test('text that is submitted with Enter before the code has loaded arrives', {
  tag: ['@R093', '@firefox'],
}, async ({ page }) => {
  await page.goto('/')
  const release = await holdScripts(page)
  await page.getByLabel('Business email').fill('rana@clinic.example')
  await page.getByLabel('Company name').fill('Clinic')
  await page.getByLabel('Company name').press('Enter')
  release()
  await expect(page.getByText('Demo request sent!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Mail app did not open?' })).toHaveAttribute(
    'href',
    /rana%40clinic\.example/,
  )
})

test('text and focus stay in place while the form loads', { tag: '@firefox' }, async ({ page }) => {
  await page.goto('/')
  const email = page.getByLabel('Business email')
  await email.pressSequentially('rana@')
  await expect(page.locator('#demo [data-touch]')).toHaveCount(0)
  await email.pressSequentially('clinic.example')
  await expect(email).toHaveValue('rana@clinic.example')
  await expect(email).toBeFocused()
})

test('a click is not lost when the code cannot load, because the HTML form works', async ({
  page,
  console,
}) => {
  console.expect(/net::/)
  console.expect(/touch/)
  await page.route('**/*.js**', (route) => route.abort())
  await page.goto('/')
  const sent = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        window.addEventListener('submit', (event) => {
          if (event.target instanceof HTMLFormElement && !event.defaultPrevented) {
            event.preventDefault()
            resolve(event.target.action)
          }
        })
      }),
  )
  await page.getByRole('button', { name: 'Request a demo' }).click()
  expect(await sent).toMatch(/^mailto:sales@/)
})
