import { expect, test } from 'vitest'
import { withFirstStyles } from '../../../build/smaller-pages/first-styles.ts'

const sheets = {
  rulesOf: new Map([
    ['/frame.css', '.frame{}'],
    ['/screen.css', '.screen{}'],
    ['/shared.css', '.shared{}'],
    ['/dialog.css', '.dialog{}'],
  ]),
  ofChunk: new Map([
    ['/screen.js', ['/screen.css', '/shared.css']],
    ['/dialog.js', ['/dialog.css']],
  ]),
  ofComponent: new Map([
    ['src/pages/a.astro', ['/frame.css']],
    ['src/pages/b.astro', ['/dialog.css']],
  ]),
}
const links = [...sheets.rulesOf.keys()]
  .map((address) => `<link rel="stylesheet" href="${address}">`)
  .join('')
const preload = '<link rel="modulepreload" href="/screen.js">'
const island = (client: string) => `<astro-island uid="a" client="${client}"></astro-island>`

test('a page with an island has the rules of its own content and of its preloaded code, in order', () => {
  const page = withFirstStyles(`${preload}${links}${island('load')}`, 'src/pages/a.astro', sheets)
  const rules = [...page.matchAll(/<style>(.*?)<\/style>/g)].map(([, css]) => css)
  expect(rules).toEqual(['.frame{}', '.screen{}', '.shared{}'])
  expect(page).not.toContain('dialog')
  expect(page.startsWith(preload) && page.endsWith(island('load'))).toBe(true)
})

test('a page marks the inlined style sheets that its code would load, as disabled', () => {
  const page = withFirstStyles(`${preload}${links}${island('only')}`, 'src/pages/a.astro', sheets)
  const marked = [...page.matchAll(/<link rel="stylesheet" href="([^"]+)" disabled>/g)]
  expect(marked.map(([, address]) => address)).toEqual(['/screen.css', '/shared.css'])
})

test('a page without an island has all its rules', () => {
  expect(withFirstStyles(links, 'src/pages/a.astro', sheets).match(/<style>/g)).toHaveLength(4)
})

test('a style sheet or a page that the build does not have is an error', () => {
  const page = '<link rel="stylesheet" href="/gone.css">'
  expect(() => withFirstStyles(page, 'src/pages/a.astro', sheets)).toThrow(
    'the build has no style sheet /gone.css',
  )
  expect(() => withFirstStyles(island('only'), 'src/pages/gone.astro', sheets)).toThrow(
    'the build has no styles of src/pages/gone.astro',
  )
})

test('a style sheet that Astro links in another way is an error', () => {
  for (const link of [
    '<link href="/frame.css" rel="stylesheet">',
    '<link rel=stylesheet href=/a.css>',
  ]) {
    expect(() => withFirstStyles(link, 'src/pages/a.astro', sheets)).toThrow('in another way')
  }
})
