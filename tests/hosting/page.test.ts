import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  apiOriginOf,
  headerPolicy,
  metaPolicy,
  type PageNeeds,
} from '../../hosting/content-security-policy.ts'
import { createOwnScripts } from '../../hosting/own-scripts.ts'
import { findBlocked, needsOf, withPolicy } from '../../hosting/page.ts'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const page = (body: string) =>
  `<!doctype html><html><head><meta charset="utf-8"><title>Aman</title></head><body>${body}</body></html>`
const bare: PageNeeds = {
  scripts: [],
  styles: [],
  hasDataImages: false,
  hasMailForm: false,
  modules: [],
}

/** Scripts that the project has written, in a folder without components. */
function ownScripts(...texts: string[]) {
  const own = createOwnScripts('/nowhere')
  for (const text of texts) own.add(text, text)
  return own
}

describe('what a page needs', () => {
  test('is the hash of each inline script and style, once, wherever it stands', () => {
    const html = page(
      '<script>one()</script><script type="module">two()</script><style>p{}</style>' +
        '<noscript><style>q{}</style></noscript><template><script>three()</script></template><script>one()</script>',
    )
    const own = ownScripts('one()', 'two()', 'three()')
    const { scripts, styles } = needsOf(html, own)
    expect(scripts.toSorted()).toEqual([hash('one()'), hash('two()'), hash('three()')].toSorted())
    expect(styles.toSorted()).toEqual([hash('p{}'), hash('q{}')].toSorted())
  })

  test('leaves out what is fetched and what is only data', () => {
    const html = page('<script src="/a.js"></script><script type="application/ld+json">{}</script>')
    expect(needsOf(html, ownScripts('{}')).scripts).toEqual([])
  })

  test('takes the text as the browser does: line ends made one, a > in an attribute no end', () => {
    const html = page('<p title="a > b"></p><script>a\r\nb</script>')
    expect(needsOf(html, ownScripts('a\nb')).scripts).toEqual([hash('a\nb')])
  })

  test('tells pictures that are part of the page, and forms that are mails', () => {
    expect(needsOf(page('<style>p{background:url("data:image/png,x")}</style>'))).toMatchObject({
      hasDataImages: true,
      hasMailForm: false,
    })
    expect(needsOf(page('<form action="mailto:a@b.example"></form>'))).toMatchObject({
      hasDataImages: false,
      hasMailForm: true,
    })
  })
})

describe('what no policy allows', () => {
  test.each([
    ['<p style="color: red">', 'a style attribute'],
    ['<button onclick="send()">', 'an inline event handler'],
    ['<a href=" javascript:send()">', 'a javascript: address'],
    ['<iframe srcdoc="<p>">', 'a document in an attribute'],
    ['<noscript><p style="color: red"></noscript>', 'a style attribute'],
  ])('%s is found, and shown', (html, problem) => {
    const [found, ...others] = findBlocked(page(html))
    expect(found).toContain(problem)
    expect(found).toContain(html.replace(/<\/?noscript>/g, ''))
    expect(others).toEqual([])
  })

  test('what only looks like it is left alone', () => {
    const html =
      '<p data-style="x" title="style=&quot;a&quot; onclick=">style="a"</p><svg fill="red" />'
    expect(findBlocked(page(html))).toEqual([])
  })
})

describe('the policy', () => {
  test('allows no inline code but by hash, no eval, no frame, no base, no policy of types', () => {
    const policy = headerPolicy(
      { ...bare, scripts: ["'sha256-a'"], styles: ["'sha256-b'"] },
      undefined,
    )
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self' 'sha256-a'",
      "style-src 'self' 'sha256-b'",
      "img-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      "frame-ancestors 'none'",
    ])
  })

  test('opens for a page what it holds, and the API where that is elsewhere', () => {
    const policy = headerPolicy(
      { ...bare, hasDataImages: true, hasMailForm: true },
      'https://api.example',
    )
    expect(policy).toContain("img-src 'self' data:;")
    expect(policy).toContain('form-action mailto:;')
    expect(policy).toContain("connect-src 'self' https://api.example;")
  })

  test('stands in the page before everything that it judges, without what counts only in a header', () => {
    const html = withPolicy(page('<script>a</script>'), metaPolicy(bare, undefined))
    expect(html).toMatch(/^<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Con/)
    expect(html).toContain("trusted-types 'none'\"><title>")
    expect(html).not.toContain('frame-ancestors')
  })

  test.each([
    [undefined, undefined],
    ['', undefined],
    ['/api', undefined],
    ['https://api.example/v1/api', 'https://api.example'],
    ['http://127.0.0.1:4321/api', 'http://127.0.0.1:4321'],
  ])('PUBLIC_API_URL %s opens %s', (url, origin) => expect(apiOriginOf(url)).toBe(origin))

  test.each(['api.example', '//api.example/api', 'ftp://api.example', 'https://'])(
    'PUBLIC_API_URL %s is refused',
    (url) => expect(() => apiOriginOf(url)).toThrow(`PUBLIC_API_URL is '${url}'`),
  )
})
