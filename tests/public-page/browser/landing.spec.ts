import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/')
})

test('the front page says what it has to in plain text, without its questions too, which open one at a time, and its navigation leads to each section', {
  tag: [
    '@firefox',
    '@R061',
    '@R062',
    '@R063',
    '@R085',
    '@R086',
    '@R087',
    '@R088',
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
  await test.step('five questions start closed, open by click, Enter and Space, one at a time, and close', async () => {
    const items = page.locator('#faq details')
    await expect(items).toHaveCount(5)
    await expect(page.locator('#faq details[open]')).toHaveCount(0)
    await items.nth(0).locator('summary').click()
    await expect(items.nth(0).locator('p')).toBeVisible()
    for (const [index, key] of [
      [1, 'Enter'],
      [2, 'Space'],
    ] as const) {
      await items.nth(index).locator('summary').focus()
      await page.keyboard.press(key)
      await expect(items.nth(index).locator('p')).toBeVisible()
      await expect(page.locator('#faq details[open]')).toHaveCount(1)
    }
    await items.nth(2).locator('summary').click()
    await expect(page.locator('#faq details[open]')).toHaveCount(0)
  })
  await test.step('the navigation leads to each section', async () => {
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
  await test.step('the navigation is not printed, at any width', async () => {
    // Firefox cannot be asked to print.
    if (test.info().project.name === 'firefox') return
    const navigation = page.getByRole('banner').locator('nav')
    await expect(navigation).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    for (const width of [600, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(navigation).toBeHidden()
      await expect(page.locator('.site-header .logo')).toBeVisible()
    }
    await page.emulateMedia({ media: null })
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  await page.evaluate(() => scrollTo(0, 0))
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

test('on every width the front page fits, asks for a demo, leads to the measurements, and on a phone has one menu', async ({
  page,
}) => {
  const header = page.getByRole('banner')
  const links = header.getByRole('navigation')
  for (const { path, measured, target, name, how } of [
    {
      ...{ path: '/', measured: 'How we measure', target: '/accuracy' },
      ...{ name: 'Menu', how: 'How it works' },
    },
    {
      ...{ path: '/ar/', measured: 'كيف نقيس', target: '/ar/accuracy' },
      ...{ name: 'القائمة', how: 'كيف يعمل' },
    },
  ]) {
    await page.goto(path)
    const claim = page.locator('.claims').getByRole('link', { name: measured, exact: true })
    await expect(claim).toHaveAttribute('href', target)
    expect((await claim.boundingBox())?.height).toBeGreaterThanOrEqual(24)
    const menu = header.getByRole('button', { name, exact: true })
    const link = links.getByRole('link', { name: how, exact: true })
    for (const width of [2560, 1440, 1024, 768, 400, 360, 320]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await expect(header.locator('a[href="#demo"]')).toBeInViewport({ ratio: 1 })
      const [home, demo] = await page
        .locator('.site-header :is(.home, a[href="#demo"])')
        .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top))
      expect(Math.abs((home ?? 0) - (demo ?? 0)), `one line at ${width} px`).toBeLessThan(20)
      await expect(width > 1000 ? link : menu).toBeVisible()
      await expect(width > 1000 ? menu : links).toBeHidden()
    }
    await page.locator('.claims a[href="#demo"]').click()
    await expect(page.locator('#demo h2')).toBeInViewport()

    await page.setViewportSize({ width: 390, height: 800 })
    expect((await header.boundingBox())?.height).toBeLessThan(64)
    await menu.press('Enter')
    await expect(links.getByRole('link')).toHaveCount(8)
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(links).toBeHidden()
    await expect(menu).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await expect(links.getByRole('link').first()).toBeFocused()
    await link.press('Enter')
    await expect(page).toHaveURL(`${path}#how-it-works`)
    // Nothing of the menu covers the section that it led to.
    await expect(links).not.toBeInViewport()
  }
  await page.goto('/privacy-policy')
  await expect(header.locator('a[href="/#demo"]')).toBeVisible()
  const addresses = page.getByRole('contentinfo').locator('address a')
  await expect(addresses).toHaveCount(2)
  for (const width of [320, 360, 768, 800, 1024, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    for (const address of await addresses.all()) {
      const lines = await address.evaluate((it) => it.getClientRects().length)
      expect(lines, `at ${width} px`).toBe(1)
    }
  }
  await test.step('a word longer than its container does not widen a page on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    for (const path of ['/privacy-policy', '/']) {
      if (path === '/') await page.goto(path)
      await page.locator('main :is(h1, h2, h3, p), footer p').evaluateAll((all) => {
        for (const element of all) {
          if (element.childElementCount === 0) element.textContent = 'W'.repeat(120)
        }
      })
      const { scrollWidth, clientWidth } = await page
        .locator('html')
        .evaluate((it) => ({ scrollWidth: it.scrollWidth, clientWidth: it.clientWidth }))
      expect(scrollWidth - clientWidth, path).toBe(0)
    }
  })
})
