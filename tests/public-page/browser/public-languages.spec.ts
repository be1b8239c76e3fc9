import type { APIRequestContext } from '@playwright/test'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { expect, test } from '../../support/browser/browser.ts'

/* The HTML as it is served, without a browser: what search engines, readers and other sites are told. */

type Element = DefaultTreeAdapterTypes.Element
type Attributes = Readonly<Record<string, string>>

interface Found {
  readonly tag: string
  readonly attributes: Attributes
  readonly text: string
}

async function elementsAt(request: APIRequestContext, path: string): Promise<Found[]> {
  const found: Found[] = []
  const look = (node: DefaultTreeAdapterTypes.Node): string => {
    if (node.nodeName === '#text' && 'value' in node) return node.value
    if (!('childNodes' in node)) return ''
    const text = node.childNodes.map(look).join('')
    if ('tagName' in node) found.push({ tag: node.tagName, attributes: attributesOf(node), text })
    return text
  }
  look(parse(await (await request.get(path)).text(), { scriptingEnabled: false }))
  return found
}

const attributesOf = (element: Element): Attributes =>
  Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]))

function pick(all: readonly Found[], tag: string, wanted: Attributes): Found[] {
  return all.filter(
    (it) =>
      it.tag === tag &&
      Object.entries(wanted).every(([name, value]) => it.attributes[name] === value),
  )
}

const dayMs = 86_400_000
const pages = ['/', '/privacy-policy'] as const
const pathIn = { en: (path: string) => path, ar: (path: string) => `/ar${path}` } as const
const languages = ['en', 'ar'] as const

test('each page names itself, its language and the page in the other one, and so do header, footer, sitemap, manifest, structured data and dates', async ({
  request,
}) => {
  for (const path of pages) {
    for (const language of languages) {
      const own = pathIn[language](path)

      const all = await elementsAt(request, own)
      const direction = language === 'ar' ? 'rtl' : 'ltr'
      expect(pick(all, 'html', { lang: language, dir: direction })).toHaveLength(1)
      const pathsOf = (wanted: Attributes) =>
        pick(all, 'link', wanted).map((it) => [
          it.attributes.hreflang,
          new URL(it.attributes.href ?? '').pathname,
        ])
      expect(pathsOf({ rel: 'canonical' })).toEqual([[undefined, own]])
      expect(pathsOf({ rel: 'alternate' })).toEqual([
        ['en', path],
        ['ar', pathIn.ar(path)],
        ['x-default', path],
      ])
      const meta = (property: string) =>
        pick(all, 'meta', { property }).map((it) => it.attributes.content)
      const [locale, other] = language === 'ar' ? ['ar_JO', 'en_US'] : ['en_US', 'ar_JO']
      expect(meta('og:locale')).toEqual([locale])
      expect(meta('og:locale:alternate')).toEqual([other])
      expect(meta('og:site_name')).toEqual([language === 'ar' ? 'أمان' : 'Aman'])
      expect(new URL(meta('og:url')[0] ?? '').pathname).toBe(own)
      const [title] = pick(all, 'title', {})
      expect(meta('og:title')).toEqual([title?.text])
      expect(title?.text).toContain(language === 'ar' ? 'أمان' : 'Aman')
      const [description] = pick(all, 'meta', { name: 'description' })
      expect(meta('og:description')).toEqual([description?.attributes.content])
      const picture = new URL(meta('og:image')[0] ?? '').pathname
      expect(picture).toBe(pathIn[language]('/og.png'))
      expect((await request.get(picture)).headers()['content-type']).toBe('image/png')
    }
  }
  await test.step('header and footer lead to the other language, and back', async () => {
    for (const [path, other] of [
      ['/', '/ar/'],
      ['/privacy-policy', '/ar/privacy-policy'],
      // An address that does not exist has no page in the other language.
      ['/no-such-page', '/ar/'],
    ] as const) {
      const links = async (address: string, wanted: Attributes) =>
        pick(await elementsAt(request, address), 'a', wanted).map((it) => [
          it.text.trim(),
          it.attributes.href,
        ])
      const toArabic = ['العربية', other]
      expect(await links(path, { lang: 'ar', hreflang: 'ar' })).toEqual([toArabic, toArabic])
      const english = path === '/no-such-page' ? '/' : path
      const toEnglish = ['English', english]
      const arabic = `/ar${path}`
      expect(await links(arabic, { lang: 'en', hreflang: 'en' })).toEqual([toEnglish, toEnglish])
    }
  })
  await test.step('the sitemap lists each page in both languages, each with its alternates', async () => {
    const sitemap = await (await request.get('/sitemap.xml')).text()
    const entries = sitemap.match(/<url>.*<\/url>/g) ?? []
    const paths = entries.map((it) => new URL(/<loc>(.*?)<\/loc>/.exec(it)?.[1] ?? '').pathname)
    expect(paths).toEqual(expect.arrayContaining(pages.flatMap((it) => [it, pathIn.ar(it)])))
    for (const [index, entry] of entries.entries()) {
      const links = [...entry.matchAll(/hreflang="(.*?)" href="(.*?)"/g)]
      const english = (paths[index] ?? '').replace(/^\/ar\//, '/')
      expect(links.map(([, hreflang, url = '']) => [hreflang, new URL(url).pathname])).toEqual([
        ['en', english],
        ['ar', pathIn.ar(english)],
        ['x-default', english],
      ])
    }
  })
  await test.step('the Arabic policy names the months of its dates as in Jordan', async () => {
    const dates = pick(await elementsAt(request, '/ar/privacy-policy'), 'time', {})
    expect(dates).toHaveLength(2)
    for (const { text } of dates)
      expect(text.trim()).toMatch(/^\d{1,2} \p{Script=Arabic}[^\d/]+ \d{4}$/u)
  })
  await test.step('manifest and structured data speak the language of their page', async () => {
    const all = await elementsAt(request, '/ar/')
    const [manifest] = pick(all, 'link', { rel: 'manifest' })
    expect(await (await request.get(manifest?.attributes.href ?? '')).json()).toMatchObject({
      name: 'أمان',
      lang: 'ar',
      dir: 'rtl',
      start_url: '/ar/app',
      description: expect.stringMatching(/^يقرأ أمان/),
    })
    const [data] = pick(all, 'script', { type: 'application/ld+json' })
    expect(JSON.parse(data?.text ?? '')).toMatchObject({
      name: 'Aman',
      alternateName: 'أمان',
    })
  })
})

test('robots, sitemap, manifest, icons, security.txt and the page for unknown addresses are at their published addresses', async ({
  page,
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
  await test.step('the page for unknown addresses links home and is not indexed', async () => {
    await page.goto('/404.html')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expect(page.getByRole('link', { name: 'Go to the front page' })).toHaveAttribute(
      'href',
      '/',
    )
  })
})
