import { expect, test } from '../../support/browser/browser.ts'

const dayMs = 86_400_000

test('robots, sitemap, manifest, icons and security.txt are at their published addresses', async ({
  request,
}) => {
  await test.step('robots, sitemap, manifest and icons are at their published addresses', async () => {
    const robots = await (await request.get('/robots.txt')).text()
    const sitemap = new URL(/^Sitemap: (.*)$/m.exec(robots)?.[1] ?? '').pathname
    const urls = await (await request.get(sitemap)).text()
    expect(urls.match(/<loc>/g)).toHaveLength(10)
    const manifest = await (await request.get('/manifest.webmanifest')).json()
    for (const path of [
      '/favicon.svg',
      '/icons/180.png',
      ...manifest.icons.map((i: { src: string }) => i.src),
    ]) {
      expect((await request.get(path)).ok()).toBe(true)
    }
  })
  await test.step('security.txt is served and expires within a year (RFC 9116)', async () => {
    const text = await (await request.get('/.well-known/security.txt')).text()
    expect(text).toMatch(/^Contact: mailto:support@/m)
    const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '')
    expect(expires).toBeGreaterThan(Date.now() + 30 * dayMs)
    expect(expires).toBeLessThan(Date.now() + 365 * dayMs)
  })
})

test('the page for unknown addresses links home and is not indexed', async ({ page }) => {
  await page.goto('/404.html')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.getByRole('link', { name: 'Go to the front page' })).toHaveAttribute(
    'href',
    '/',
  )
})
