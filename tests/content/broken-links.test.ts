import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBrokenLinks } from '../../src/content/link-check.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const linksTo = (...links: string[]) => links.map((link) => `<a href="${link}">a</a>`).join('')

/** A project with a built site in `dist`. */
async function projectWith(files: Record<string, string>) {
  const folder = await temporaryFolder()
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder.path, name, '..'), { recursive: true })
    writeFileSync(join(folder.path, name), content)
  }
  return { ...folder, problems: () => findBrokenLinks(join(folder.path, 'dist'), folder.path) }
}

const home = '<h2 id="faq">a</h2>'
const site = {
  'dist/index.html': home,
  'dist/ar/index.html': home,
  'dist/pricing/index.html': '<h2 id="cost%20">a</h2><h2 id="أسعار">a</h2>',
  'dist/404.html': '<p>a</p>',
  'dist/.well-known/security.txt': 'a',
}

test('links to pages, parts and files of the site and to other sites are sound', async () => {
  const links = [
    ...['/', '/#faq', '/ar/#faq', '/ar', '/pricing?a=b', '/pricing/', '#own', '#top', '#', ''],
    ...['/pricing#أسعار', '/pricing#%D8%A3%D8%B3%D8%B9%D8%A7%D8%B1', '/.well-known/security.txt'],
    ...['https://elsewhere.example/none#none', 'mailto:a@b.example', '/api/docs', '//a.example/b'],
  ]
  const page = `<h2 id="own">a</h2>${linksTo(...links)}`
  await using project = await projectWith({ ...site, 'dist/about/index.html': page })
  expect(project.problems()).toEqual([])
})

test.for([
  ['/pricings', 'there is no /pricings'],
  ['/pricing#costs', '/pricing has no part #costs'],
  ['/ar/pricing', 'there is no /ar/pricing'],
  ['/#demos', '/ has no part #demos'],
  ['#else', '/articles/a/ has no part #else'],
  ['/%E0%A4%A', 'there is no /%E0%A4%A'],
  ['/security.txt', 'there is no /security.txt'],
] as const)('a link of an article to %s is named by file and line', async ([link, missing]) => {
  await using project = await projectWith({
    ...site,
    'dist/articles/a/index.html': linksTo(link, link),
    'src/content/posts/a.md': `---\n---\n\n[a](${link})\n`,
  })
  expect(project.problems()).toEqual([
    `src/content/posts/a.md needs a correction

  a link (line 4)
    is wrong: leads to ${link}, but ${missing}
    expected: a page, a part of a page or a file that the site has
`,
  ])
})

test('a link of an Arabic page is looked for in its language, and named as it is written', async () => {
  await using project = await projectWith({
    ...site,
    'dist/ar/about/index.html': linksTo('/ar/#faq', '/ar/pricing'),
    'src/content/ar/pages/about.yaml': 'links:\n  - to: "/#faq"\n  - to: "/pricing"\n',
  })
  expect(project.problems().join('\n')).toMatch(
    /^src\/content\/ar\/pages\/about\.yaml needs a correction\n\n {2}a link \(line 3\)\n.*leads to \/ar\/pricing, but there is no \/ar\/pricing\n/,
  )
})

test('a broken link of a page without a content file is named by the page', async () => {
  await using project = await projectWith({ ...site, 'dist/login/index.html': linksTo('/sign-in') })
  expect(project.problems()).toEqual([
    'login/index.html has a link to /sign-in: there is no /sign-in\n',
  ])
})
