import { expect, test } from 'vitest'
import { floorOf } from '../../tools/bench/site/floor.ts'

test('the floor page holds the words of the page, and nothing that costs time', () => {
  const html = floorOf(`<!doctype html><html><head><title>Aman &amp; you</title>
    <meta name="description" content="Calm &quot;mail&quot;"><style>p{}</style></head><body>
    <main class="a"><div><h1 class="b">Mail</h1></div><astro-island client="load"><details name="faq">
    <summary>How?</summary><p>So &lt; that</p></details></astro-island>
    <p role="status">Loading...</p><p hidden>later</p><noscript><p>The policy</p></noscript>
    <a href="/login" class="c">Sign in</a><svg><title>shape</title></svg><script>run()</script>
    </main></body></html>`)
  expect(html).toContain('<title>Aman &amp; you</title>')
  expect(html).toContain('content="Calm &quot;mail&quot;"')
  expect(html).toContain('<main> <h1>Mail</h1>')
  expect(html).toContain(
    '<details name="faq"> <summary>How?</summary><p>So &lt; that</p></details>',
  )
  expect(html).toContain('<p>The policy</p>')
  expect(html).toContain('<a href="/login">Sign in</a>')
  expect(html).not.toMatch(/class=|<style|<script|<svg|shape|Loading|later|astro-island/)
})

test('the floor page of an Arabic page is Arabic, from right to left, with figures isolated', () => {
  const html = floorOf(
    '<!doctype html><html lang="ar" dir="rtl"><body><p class="a">دقة <bdi>97%</bdi></p><a href="/" lang="en" hreflang="en">English</a></body></html>',
  )
  expect(html).toMatch(/^<!doctype html><html lang="ar" dir="rtl">/)
  expect(html).toContain('<p>دقة <bdi>97%</bdi></p><a href="/" lang="en">English</a>')
})
