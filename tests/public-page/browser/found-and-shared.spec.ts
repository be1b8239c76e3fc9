import { expect, test } from '../../support/browser/browser.ts'

const dayMs = 86_400_000

for (const path of ['/', '/privacy-policy']) {
  test(`${path} describes itself to search engines and link previews`, async ({ page }) => {
    await page.route('**/api/privacy-policy', (route) => route.fulfill({ json: { title: 'P' } }))
    await page.goto(path)
    const head = page.locator('head')
    await expect(head.locator('title')).not.toBeEmpty()
    await expect(head.locator('meta[name=description]')).toHaveAttribute('content', /.{50,}/)
    const canonical = await head.locator('link[rel=canonical]').getAttribute('href')
    expect(new URL(canonical ?? '').pathname).toBe(path)
    const image = await head.locator('meta[property="og:image"]').getAttribute('content')
    const answer = await page.request.get(new URL(image ?? '').pathname)
    expect(answer.headers()['content-type']).toBe('image/png')
    await expect(head.locator('meta[name=robots]')).toHaveCount(0)
    expect(await (await page.request.get(path)).text()).not.toMatch(/<[^>]* style=/)
  })
}

test('security.txt is served and expires within a year (RFC 9116)', async ({ request }) => {
  const text = await (await request.get('/.well-known/security.txt')).text()
  expect(text).toMatch(/^Contact: mailto:support@/m)
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '')
  expect(expires).toBeGreaterThan(Date.now() + 30 * dayMs)
  expect(expires).toBeLessThan(Date.now() + 365 * dayMs)
})

test('robots, sitemap, manifest and icons are at their published addresses', async ({
  request,
}) => {
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

test('the page for unknown addresses links home and is not indexed', async ({ page }) => {
  await page.goto('/404.html')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.getByRole('link', { name: 'Go to the front page' })).toHaveAttribute(
    'href',
    '/',
  )
})
