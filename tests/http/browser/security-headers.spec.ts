import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { lostResults } from '../../support/browser/observatory.ts'

const pages = [
  ...['/', '/privacy-policy', '/login', '/app'],
  ...['/dashboard', '/dashboard/employee', '/dashboard/team', '/dashboard/admin'],
]

/** Collects the policy's violations from now on, on every page that this tab opens. */
async function watchViolations(page: Page): Promise<readonly string[]> {
  const violations: string[] = []
  await page.exposeFunction('reportViolation', (line: string) => violations.push(line))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      Reflect.get(window, 'reportViolation')(`${event.effectiveDirective} ${event.blockedURI}`)
    })
  })
  return violations
}

test('every page gets an A+ from Mozilla, with the highest score that its rules allow', async ({
  request,
}) => {
  for (const path of pages) {
    const answer = await request.get(path, { headers: { 'x-forwarded-proto': 'https' } })
    expect(lostResults(answer.headers(), await answer.text()), path).toEqual([])
  }
})

test('nothing on the public pages and the sign-in page is blocked', {
  tag: '@firefox',
}, async ({ page }) => {
  const violations = await watchViolations(page)
  await page.goto('/')
  await page.locator('summary').first().click()
  await page.locator('.demo-form button').click()
  await expect(page.getByText('Please enter your email and company name')).toBeVisible()
  await page.goto('/privacy-policy')
  await expect(page.locator('article h2').first()).toBeVisible()
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
  await page.waitForLoadState('networkidle')
  expect(violations).toEqual([])
})

for (const { kept, from } of [
  { kept: 'header', from: 'the page' },
  { kept: 'meta', from: 'a page without headers' },
]) {
  test(`script that is injected into ${from} does not run, because the ${kept} alone forbids it`, async ({
    page,
    console,
  }) => {
    console.expect(/Content Security Policy|TrustedHTML/)
    const violations = await watchViolations(page)
    await page.route('/', async (route) => {
      const answer = await route.fetch()
      const { 'content-security-policy': policy, ...others } = answer.headers()
      const headers = kept === 'header' ? answer.headers() : others
      expect(policy).toBeDefined()
      const html = (await answer.text())
        .replace(kept === 'header' ? /<meta http-equiv="Content-Security-Policy"[^>]*>/ : /^$/, '')
        .replace(
          '</h1>',
          '</h1><script>document.title = "taken"</script>' +
            '<p onclick="take()" style="color:red" id="slipped">',
        )
      await route.fulfill({ status: 200, headers, body: html })
    })
    await page.goto('/')
    await page.locator('#slipped').waitFor({ state: 'attached' })
    await expect
      .poll(() => new Set(violations))
      .toEqual(
        new Set(['script-src-elem inline', 'script-src-attr inline', 'style-src-attr inline']),
      )
    await expect(page).not.toHaveTitle('taken')
    const refused = await page.evaluate(() => {
      try {
        document.body.innerHTML = '<p>taken</p>'
        return 'done'
      } catch (error) {
        return String(error)
      }
    })
    expect(refused).toContain('TrustedHTML')
  })
}

test('no other site can frame the sign-in page', async ({ page, baseURL, console }) => {
  console.expect(/frame-ancestors|X-Frame-Options|Failed to load resource/)
  await page.route('http://other.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${baseURL}/login"></iframe>` }),
  )
  await page.goto('http://other.example/')
  await expect(page.frameLocator('iframe').getByLabel('Username')).toHaveCount(0)
  await expect
    .poll(() => page.frames().map((frame) => frame.url()))
    .toContain('chrome-error://chromewebdata/')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the demo form may still open a mail', { tag: '@window' }, async ({ page }) => {
    const words: string[] = []
    page.on('console', (message) => words.push(message.text()))
    await page.goto('/')
    await page.locator('.demo-form button').click()
    await expect.poll(() => words.join()).toContain("Launched external handler for 'mailto:")
  })
})
