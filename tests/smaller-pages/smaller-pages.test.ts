import { expect, test } from 'vitest'
import { withOneStyle } from '../../src/smaller-pages/one-style.ts'
import { withShortScopes } from '../../src/smaller-pages/short-scopes.ts'
import { withUsedProperties } from '../../src/smaller-pages/used-properties.ts'

test('the scopes of styles get one letter each, in rules, tags and props alike', {
  tags: ['A265'],
}, () => {
  const page =
    '<style>p[data-astro-cid-abc12345]{}</style><p data-astro-cid-abc12345><b data-astro-cid-xyz98765>'
  expect(withShortScopes(page)).toBe('<style>p[data-a]{}</style><p data-a><b data-b>')
})

test('more than 26 scopes of a page stay apart', { tags: ['A265'] }, () => {
  const tags = Array.from({ length: 60 }, (_, index) => `<p data-astro-cid-scope${index}>`)
  expect(new Set(withShortScopes(tags.join('\n')).split('\n')).size).toBe(60)
})

test('all styles of a page become one in the place of the first, in their order', {
  tags: ['A265'],
}, () => {
  const page =
    '<style>@layer a, b;\n</style><title>x</title><style>p{}</style><p></p><style>q{}</style>'
  expect(withOneStyle(page)).toBe('<style>@layer a, b;p{}q{}</style><title>x</title><p></p>')
})

test('custom properties that a page never uses are left out, and no other', {
  tags: ['A265'],
}, () => {
  const page = (island = '') =>
    `<style>:root{color-scheme:light;--a:light-dark(#fff,#000);--b:1px;--c:var(--a)}p{width:var(--b);color:var(--c, red)}</style>${island}`
  expect(withUsedProperties(page())).toBe(page())
  const unused = page().replace('var(--b)', '2px').replace('var(--c, red)', 'red')
  expect(withUsedProperties(unused)).toBe(
    '<style>:root{color-scheme:light;--a:light-dark(#fff,#000);}p{width:2px;color:red}</style>',
  )
  const dashboard = page('<astro-island client="only"></astro-island>').replace('var(--b)', '2px')
  expect(withUsedProperties(dashboard)).toBe(dashboard)
})
