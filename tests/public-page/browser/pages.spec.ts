import type { Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { tried } from '../../support/browser/front-page.ts'
import { provesOnce } from '../../support/suite.ts'

/** The pages of src/content/pages, in both languages, as the sitemap has them. */
async function addedPages(get: (path: string) => Promise<string>): Promise<string[]> {
  const urls = [...(await get('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)]
  const paths = urls.map(([, url = '']) => new URL(url).pathname)
  return paths.filter((path) => !/^\/(?:ar\/?)?(?:privacy-policy)?$/.test(path))
}

test('each added page is one request without scripts of its own, fits a phone and has no violations', async ({
  page,
  request,
}) => {
  const paths = await addedPages(async (path) => (await request.get(path)).text())
  expect(paths).toEqual(
    expect.arrayContaining(
      ['/pricing', '/security', '/accuracy'].flatMap((path) => [path, `/ar${path}`]),
    ),
  )
  await page.setViewportSize({ width: 320, height: 720 })
  const requested: string[] = []
  page.on('request', (it) => requested.push(new URL(it.url()).pathname))
  for (const path of paths) {
    requested.length = 0
    await page.emulateMedia({ colorScheme: path.startsWith('/ar/') ? 'dark' : 'light' })
    await page.goto(path)
    expect(requested).toEqual([path])
    // One lays out far sections; one waits for a touch, where the page has something to touch.
    const scripts = page.locator('script:not([type="application/ld+json"])')
    const hasTouched = (await page.locator('[data-touch]').count()) > 0
    const texts = await scripts.allTextContents()
    expect(texts.length).toBeLessThanOrEqual(hasTouched ? 2 : 1)
    expect(texts.join('\n')).toContain('data-laid-out')
    expect(texts.join('\n').includes('[data-touch]')).toBe(hasTouched)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await expect(page.locator('h1')).toHaveCount(1)
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{50,}/)
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href')
    expect(new URL(canonical ?? '').pathname).toBe(path)
    // Header and footer lead to every page that has a place in the navigation.
    for (const place of ['header', 'footer']) {
      const links = page.locator(`.site-${place} a[href="${path}"]`)
      await expect(links).toHaveCount(1)
    }
    expect(await findViolations(page)).toEqual([])
  }
})

test.describe('without JavaScript', () => {
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

  test('the estimator shows the cost of the chosen steps', async ({ page }) => {
    await page.goto('/pricing')
    const estimate = page.locator('.estimator output')
    const shown = estimate.locator('p').filter({ visible: true })
    await expect(shown).toHaveCount(1)
    await expect(shown).toContainText('6,000')
    await expect(shown).toContainText('600.00 JOD')
    await page.getByRole('group', { name: 'Mailboxes' }).getByText('50', { exact: true }).click()
    await expect(shown).toContainText('30,000')
    const mails = page.getByRole('group', { name: 'in a day' })
    // Each step has its own estimate.
    for (const group of [page.getByRole('group', { name: 'Mailboxes' }), mails]) {
      for (const step of await group.locator('label').all()) {
        await step.click()
        const chosen = page.getByRole('radio', { checked: true })
        const [mailboxes, perDay] = await chosen.evaluateAll((all) =>
          all.map((it) => Number(it.getAttribute('value'))),
        )
        const emails = (mailboxes ?? 0) * (perDay ?? 0) * 30
        const written = emails.toLocaleString('en')
        await expect(shown.locator('bdi').first()).toHaveText(written)
      }
    }
    await page.getByRole('group', { name: 'Mailboxes' }).getByText('50', { exact: true }).click()
    await mails.getByText('5', { exact: true }).click()
    await expect(shown).toHaveCount(1)
    await expect(shown).toContainText('7,500')
    await expect(shown).toContainText('750.00 JOD')
    await expect(page.locator('.estimator [type=range]').first()).toBeHidden()
  })
})

test('the estimator loads when it is touched, and slides to any number', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (it) => {
    if (it.resourceType() === 'script') scripts.push(it.url())
  })
  await page.goto('/pricing')
  const estimate = page.locator('.estimator output')
  const mailboxes = page.getByRole('slider', { name: 'Mailboxes' })
  expect(scripts).toEqual([])
  // Before the code is there, the key already moves the slider.
  await mailboxes.press('ArrowRight')
  await expect(estimate.locator('p')).toHaveCount(1)
  await expect(estimate).toContainText('6,600')
  await expect(estimate).toContainText('660.00 JOD')
  expect(scripts.length).toBeGreaterThan(0)
  const group = page.getByRole('group', { name: 'Mailboxes 11' })
  await expect(group.getByRole('radio', { checked: true })).toHaveCount(0)
  await group.getByRole('radio', { name: '25' }).check({ force: true })
  await expect(mailboxes).toHaveValue('25')
  await expect(estimate).toContainText('1,500.00 JOD')
  await mailboxes.fill('50')
  await expect(page.getByRole('radio', { name: '50', exact: true })).toBeChecked()
  await expect(estimate).toContainText('3,000.00 JOD')
  expect(await findViolations(page)).toEqual([])
})

const call = '**/api/privacy-policy'
const policy = {
  title: 'How we treat your mail',
  effective_date: '2025-03-01',
  sections: [
    { title: 'First', content: 'One.\nTwo.' },
    { title: 'Second <b>', content: '<img src=x onerror="document.title=1">' },
  ],
}

test('intro, loading text and the link home are there before the policy, which comes from the server in its order, as text, by one call', {
  tag: [
    '@R009',
    '@R023',
    '@R250',
    '@R251',
    '@R252',
    '@R253',
    '@R254',
    '@R255',
    '@R256',
    '@R258',
    '@firefox',
  ],
}, async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const gate = Promise.withResolvers<void>()
  await page.route(call, async (route) => {
    await gate.promise
    await route.fulfill({ json: policy })
  })
  const request = page.waitForRequest(call)
  await page.goto('/privacy-policy', { waitUntil: 'domcontentloaded' })
  await expect(page.getByText('Loading Privacy Policy...')).toBeVisible()
  await expect(page.getByText('We protect mail for a living')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  gate.resolve()
  await expect(page.getByText('Loading Privacy Policy...')).toBeHidden()
  expect((await request).headers().authorization).toBeUndefined()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(policy.title)
  await expect(page.getByText('Effective Mar 1, 2025')).toBeVisible()
  await expect(page.locator('article h2')).toHaveText(['First', 'Second <b>'])
  await expect(page.getByText('<img src=x')).toBeVisible()
  await expect(page.locator('article img')).toHaveCount(0)
  await expect(page.locator('article footer')).toContainText('Last updated Mar 1, 2025')
  await page.waitForLoadState('networkidle')
  expect(requests.filter((url) => !/favicon|icons|manifest/.test(url))).toHaveLength(2)
})

const looks = [
  [320, 'light'],
  [1440, 'dark'],
] as const

const allLooks = [...looks, [320, 'dark'], [1440, 'light']] as const

/** Checks phone and desktop widths in light and dark without reloading the page. */
async function expectNoViolations(
  page: Page,
  what: string,
  among: readonly (typeof allLooks)[number][],
) {
  for (const [width, colorScheme] of among) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    expect(await findViolations(page), `${what} at ${width} px in ${colorScheme}`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
}

test('front page, policy and the page for unknown addresses have no violations, in both languages', async ({
  page,
  console,
}) => {
  console.expect(/404/)
  for (const [locale, among] of [
    ['', provesOnce ? looks.slice(0, 1) : allLooks],
    ['/ar', provesOnce ? looks.slice(1) : looks.toReversed()],
  ] as const) {
    await page.goto(`${locale}/`)
    await page.locator('#faq summary').first().click()
    await page.locator('#demo').getByRole('button').click()
    await expect(page.getByRole('alert').last()).toBeVisible()
    await expectNoViolations(page, `front page ${locale}`, among)
    await page.goto(`${locale}/privacy-policy`)
    await expect(page.locator('article h2').nth(3)).toBeVisible()
    await expectNoViolations(page, `policy ${locale}`, among)
    await page.goto(`${locale}/no-such-page`)
    await expectNoViolations(page, `unknown address ${locale}`, among)
  }
})
