import { expect, test } from '../../support/browser/browser.ts'

test('three dashboards are drawn with their own words, beside a text and hidden from screen readers', {
  tag: ['@A936'],
}, async ({ page }) => {
  await page.goto('/')
  const views = page.locator('.dashboards li')
  await expect(views.locator('h3')).toHaveText(['Employees', 'Team leads', 'Super admins'])
  await expect(views.locator('h3 + p')).toHaveText([/\w/, /\w/, /\w/])
  const drawings = views.locator('.board')
  await expect(drawings).toHaveText([
    /My Dashboard.*Your risk score.*Medium Risk.*Recent threats/,
    /Team Dashboard.*Average risk of your team.*Members, highest risk first/,
    /Super Admin Dashboard.*Total Users.*Scans and threats by day/,
  ])
  await expect(drawings.and(page.locator('[aria-hidden=true]'))).toHaveCount(3)
})

test('every text of the drawings is at least 12 px high and inside its drawing at any width', {
  tag: ['@A936'],
}, async ({ page }) => {
  for (const path of ['/', '/ar/']) {
    await page.goto(path)
    for (const width of [320, 768, 960, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const wrong = await page.locator('.board *').evaluateAll((all) =>
        all.flatMap((element) => {
          const text = element.textContent?.trim() ?? ''
          const isText = [...element.childNodes].some(
            (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
          )
          const size = Number.parseFloat(getComputedStyle(element).fontSize)
          const box = element.getBoundingClientRect()
          const frame = element.closest('.board')?.getBoundingClientRect()
          const isOutside = frame && (box.left < frame.left || box.right > frame.right)
          return isText && (size < 12 || isOutside) ? [`${text}: ${size} px`] : []
        }),
      )
      expect(wrong, `${path} at ${width} px`).toEqual([])
    }
  }
})

test('a demo is asked for in the header and in the middle, on a phone too', {
  tag: ['@A937'],
}, async ({ page }) => {
  for (const path of ['/', '/ar/']) {
    await page.goto(path)
    for (const width of [320, 360, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const header = page.getByRole('banner').locator('a[href="#demo"]')
      await expect(header).toBeInViewport({ ratio: 1 })
      const [home, demo] = await page
        .locator('.site-header :is(.home, a[href="#demo"])')
        .evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top))
      expect(Math.abs((home ?? 0) - (demo ?? 0)), `one line at ${width} px`).toBeLessThan(20)
    }
    await page.locator('.claims a[href="#demo"]').click()
    await expect(page.locator('#demo h2')).toBeInViewport()
  }
  await page.goto('/privacy-policy')
  await expect(page.getByRole('banner').locator('a[href="/#demo"]')).toBeVisible()
})

test('the page says how mail is connected, and what is not tried', {
  tag: ['@A938', '@A989'],
}, async ({ page }) => {
  await page.goto('/')
  const section = page.locator('#connect')
  await expect(section).toContainText('Postfix and rspamd')
  await expect(section).toContainText(/Exchange, Microsoft\u00A0365.*not tried/)
  await expect(section.locator('h3')).toHaveText([/\w/, /Exchange/, 'If Aman is down'])
  await page.goto('/ar/')
  await expect(section.locator('h3')).toHaveText([/\S/, /Exchange.*Microsoft\u00A0365/, /أمان/])
})
