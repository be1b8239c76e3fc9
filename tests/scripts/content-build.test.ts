import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Window } from 'happy-dom'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { inlineScripts } from '../../hosting/page.ts'
import { root, run } from '../../tools/scripts/run-command.ts'
import { budgetsOfPages, overweight } from '../../tools/scripts/site/page-budgets.ts'

const sources = [
  'src',
  'build',
  'contract',
  'judge',
  'hosting',
  'public',
  'astro.config.mjs',
  'tsconfig.json',
  'package.json',
]

/** A copy of the sources, beneath the project, so that its packages are found. */
function openCopy() {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/content-'))
  for (const name of sources) cpSync(join(root, name), join(folder, name), { recursive: true })
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

const article = (title: string, more = '') => `---
title: "${title}"
date: "2025-11-20"
author: "Aman & partners"
summary: "What <b> means in a summary."
${more}---

The address is what counts.

## Look at the domain

| sign | meaning |
| :--- | ---: |
| \`<b>\` | nothing |
`

/** @returns the text of the first element that a selector finds */
function parseXml(xml: string) {
  const { DOMParser } = new Window()
  const document = new DOMParser().parseFromString(xml, 'application/xml')
  if (document.querySelector('parsererror') !== null) throw new Error(`no XML: ${xml}`)
  return (selector: string) => document.querySelector(selector)?.textContent
}

test('published articles are built with a list and a feed, and drafts leave no trace', {
  timeout: 240_000,
}, async () => {
  using copy = openCopy()
  const write = (name: string, content: string | Buffer) => {
    const path = join(copy.folder, 'src/content', name)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, content)
  }
  const create = { width: 1200, height: 630, channels: 3, background: '#0b6178' } as const
  write('pictures/mail.png', await sharp({ create }).png().toBuffer())
  write('pictures/unused.png', await sharp({ create }).png().toBuffer())
  write('posts/senders.md', article('Who wrote this', 'picture: "mail.png"\n'))
  write('ar/posts/senders.md', article('من كتب هذه الرسالة'))
  // By its name it comes before the other one, and by its day after it.
  const earlier = (title: string) => article(title).replace('2025-11-20', '2025-10-01')
  write('posts/a-start.md', earlier('The start'))
  write('ar/posts/a-start.md', earlier('البداية'))
  write('pictures/secret.png', await sharp({ create }).png().toBuffer())
  write('posts/secret-plan.md', article('Quetzalcoatl', 'picture: "secret.png"\ndraft: true\n'))
  const pricing = readFileSync(join(copy.folder, 'src/content/pages/pricing.yaml'), 'utf8')
  const draft = pricing
    .replace(/title: ".*"/, 'title: "Quetzalcoatl"')
    .replace('order: 1', 'order: 9')
  write('pages/secret-page.yaml', `draft: true\n${draft}`)

  const { exitCode, output } = await run('astro', ['build', '--root', copy.folder], {
    // Vitest sets variables that Vite reads.
    environment: { NODE_ENV: 'production', DEV: '', PROD: '1', MODE: 'production' },
  })
  expect(exitCode, output).toBe(0)

  const site = join(copy.folder, 'dist')
  const read = (name: string) => readFileSync(join(site, name), 'utf8')
  const names = globSync('**/*', { cwd: site })
  expect(names.filter((name) => /secret|_pages|unused/.test(name))).toEqual([])
  for (const name of names.filter((it) => /\.(?:html|xml|json|js|txt)$/.test(it))) {
    expect(read(name), name).not.toMatch(/Quetzalcoatl|secret-p/)
  }

  for (const prefix of ['', 'ar/']) {
    const feed = read(`${prefix}articles/feed.xml`)
    const parsed = parseXml(feed)
    expect(feed).not.toMatch(/&(?!(?:amp|lt|gt|quot);)/)
    const address = `https://aman.example/${prefix}articles`
    expect(parsed('feed > id')).toBe(address)
    expect(parsed('feed > updated')).toBe('2025-11-20T00:00:00Z')
    expect(parsed('entry > id')).toBe(`${address}/senders`)
    expect(parsed('entry > author > name')).toBe('Aman & partners')
    // The newest first.
    const order = [`${address}/senders`, `${address}/a-start`]
    expect(
      [...feed.matchAll(/<id>([^<]+\/[\w-]+)<\/id>\n<link/g)].slice(1).map(([, id]) => id),
    ).toEqual(order)
    const list = read(`${prefix}articles/index.html`)
    expect([...list.matchAll(/<h2[^>]*>\s*<a href="?([^\s">]+)/g)].map(([, path]) => path)).toEqual(
      order.map((it) => new URL(it).pathname),
    )
    const language = prefix === '' ? 'en' : 'ar'
    expect(feed).toContain(`xml:lang="${language}"`)
    expect(parsed('feed > title')).toMatch(language === 'ar' ? / \| أمان$/ : / \| Aman$/)
    expect(parsed('entry > summary')).toBe('What <b> means in a summary.')
    expect(read('sitemap.xml')).toContain(`<loc>${address}/senders</loc>`)
    expect(read(`${prefix}index.html`)).toContain(`href="/${prefix}articles"`)
    expect(list).toContain(`href="/${prefix}articles/feed.xml"`)
    const page = read(`${prefix}articles/senders/index.html`)
    expect(inlineScripts(page)).toEqual([])
    expect(page).toMatch(/<code>&lt;b(?:&gt;|>)<\/code>/)
  }
  const shared = /property="og:image" content="([^"]+)"/
  expect(shared.exec(read('articles/senders/index.html'))?.[1]).toBe(
    'https://aman.example/pictures/mail.png',
  )
  expect(budgetsOfPages(copy.folder, site).map(({ page }) => page)).toEqual(
    expect.arrayContaining(['articles/senders/index.html', 'ar/articles/senders/index.html']),
  )
  expect(overweight(copy.folder, site)).toEqual([])
})
