import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/')
})

test('the front page says what it has to in plain text, without its questions too', {
  tag: [
    '@R010',
    '@R011',
    '@R012',
    '@R013',
    '@R014',
    '@R015',
    '@R016',
    '@R017',
    '@R018',
    '@R019',
    '@R020',
    '@R021',
    '@R022',
    '@R064',
    '@R065',
    '@R068',
    '@R069',
    '@R070',
    '@R071',
    '@R072',
    '@R073',
    '@R074',
    '@R075',
    '@R076',
    '@R077',
    '@R078',
    '@R079',
    '@R080',
    '@R081',
    '@R082',
    '@R083',
    '@R084',
    '@R089',
    '@R090',
  ],
}, async ({ page }) => {
  await page.locator('#faq').evaluate((section) => section.remove())
  const main = page.locator('main')
  for (const words of [
    '97% detection accuracy',
    '0.01% false positives',
    '2 s analysis time',
    '24/7 protection',
    /Malicious emails keep only the sender domain/,
    /content is deleted/,
    /Safe emails are kept 30 days, then deleted automatically/,
    /Support answers critical issues in under 2 hours/,
    'Browser extension',
    'Cloud API',
    'On-premise',
  ]) {
    await expect.soft(main).toContainText(words)
  }
  for (const [list, items] of [
    [
      '.figures li',
      ['97% threat detection', '0.01% false positives', '2s analysis time', '24/7 protection'],
    ],
    ['#how-it-works li h3', ['Email inflow', 'AI detection', 'Self-learning', 'Secure delivery']],
    ['#features li h3', ['Phishing', 'Malware', 'Spam links', 'CEO fraud', 'Payment scams']],
    ['footer address a', [/^sales@/, /^support@/]],
  ] as const) {
    await expect.soft(page.locator(list)).toHaveText([...items])
  }
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page.locator('h1')).toBeInViewport()
  await expect(page.locator('.hero')).toContainText('AI models')
  await expect(page.locator('.hero')).toContainText('safe or phishing')
  for (const name of ['Businesses', 'Individuals', 'Enterprises']) {
    await expect.soft(page.getByRole('heading', { name })).toBeVisible()
  }
  const policy = '[href="/privacy-policy"]'
  await expect(page.locator(`nav ${policy}`)).toBeVisible()
  await expect(page.locator(`footer ${policy}`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/app')
})

test('a link from elsewhere scrolls to its section, even when little of the page is laid out', {
  tag: ['@R061', '@R063', '@firefox'],
}, async ({ page }) => {
  for (const target of ['features', 'faq', 'demo']) {
    await page.goto('/privacy-policy')
    // Firefox reports a request that leaving the page cancels as a failed one.
    await expect(page.locator('main section').first()).toBeVisible()
    await page.goto(`/#${target}`)
    await expect
      .poll(() => page.locator(`#${target}`).evaluate((it) => it.getBoundingClientRect().top))
      .toBeCloseTo(80, -1)
  }
})

test('once a page has loaded, all of it is laid out without scrolling, each far section by itself', {
  tag: ['@firefox'],
}, async ({ page }) => {
  for (const path of ['/', '/accuracy']) {
    await page.goto(path)
    const styles = () =>
      page.locator('main > section:nth-of-type(n + 3), .site-footer').evaluateAll((all) =>
        all.map((it) => {
          const { contentVisibility, contain } = getComputedStyle(it)
          return `${contentVisibility} ${contain}`
        }),
      )
    await expect.poll(async () => [...new Set(await styles())]).toEqual(['visible content'])
  }
})

test('the navigation leads to each section', {
  tag: ['@R061', '@R062', '@R063', '@firefox'],
}, async ({ page }) => {
  for (const [name, target] of [
    ['Features', 'features'],
    ['How it works', 'how-it-works'],
    ['FAQ', 'faq'],
  ] as const) {
    const link = page.getByRole('navigation').getByRole('link', { name, exact: true })
    await expect(link).toHaveAttribute('href', `#${target}`)
    await link.click()
    await expect(page.locator(`#${target}`)).toBeInViewport()
  }
})

test('a word longer than its container does not widen a page on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  for (const path of ['/', '/privacy-policy']) {
    await page.goto(path)
    await page.locator('main :is(h1, h2, h3, p), footer p').evaluateAll((all) => {
      for (const element of all) {
        if (element.childElementCount === 0) element.textContent = 'W'.repeat(120)
      }
    })
    expect(
      await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      }),
    ).toBe(0)
  }
})

test('on a phone the header is one line with one menu', async ({ page }) => {
  for (const [path, name, link] of [
    ['/', 'Menu', 'How it works'],
    ['/ar/', 'القائمة', 'كيف يعمل'],
  ] as const) {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(path)
    const header = page.getByRole('banner')
    const menu = header.getByRole('button', { name, exact: true })
    const links = header.getByRole('navigation')
    expect((await header.boundingBox())?.height).toBeLessThan(64)
    await expect(links).toBeHidden()
    await menu.press('Enter')
    await expect(links.getByRole('link')).toHaveCount(8)
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(links).toBeHidden()
    await expect(menu).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await expect(links.getByRole('link').first()).toBeFocused()
    await links.getByRole('link', { name: link, exact: true }).press('Enter')
    await expect(page).toHaveURL(`${path}#how-it-works`)
    // Nothing of the menu covers the section that it led to.
    await expect(links).not.toBeInViewport()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path)
    await expect(menu).toBeHidden()
    await expect(links.getByRole('link', { name: link, exact: true })).toBeVisible()
  }
})
