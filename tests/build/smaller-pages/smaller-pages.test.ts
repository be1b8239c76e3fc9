import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import onlyDirective from 'astro/client/only.prebuilt.js'
import islandRuntime from 'astro/runtime/server/astro-island.prebuilt.js'
import { parseFragment, serialize } from 'parse5'
import { expect, test } from 'vitest'
import { shortClassNames } from '../../../build/smaller-pages/class-names.ts'
import { withFirstStyles } from '../../../build/smaller-pages/first-styles.ts'
import { refuseScopes, withShortTags } from '../../../build/smaller-pages/integration.ts'
import { withDirectStart } from '../../../build/smaller-pages/islands.ts'
import {
  readProperties,
  withOneScript,
  withOneStyle,
} from '../../../build/smaller-pages/style-sheets.ts'
import {
  withOwnLanguage,
  withUsedProperties,
  withValuesUsedOnce,
} from '../../../build/smaller-pages/used-properties.ts'
import { leaveOut } from '../../../build/smaller-pages/without-descriptions.ts'
import { leaveOutUnused } from '../../../build/smaller-pages/without-unused-react.ts'
import { createOwnScripts } from '../../../hosting/own-scripts.ts'

const none: ReadonlySet<string> = new Set()

test('a build with a scope of Astro fails and names the file', () => {
  refuseScopes('index.html', '<style>.threats{& p{}}</style><p data-place="alert"></p>')
  expect(() => refuseScopes('ar/index.html', '<p data-astro-cid-abc12345></p>')).toThrow(
    /ar\/index\.html has a scope.*is:global/,
  )
})

test('all styles of a page become one in the place of the first, in their order', () => {
  const page =
    '<style>@layer a, b;\n</style><title>x</title><style>p{}</style><p></p><style>q{}</style>'
  expect(withOneStyle(page)).toBe('<style>@layer a,b;p{}q{}</style><title>x</title><p></p>')
})

test('a nested rule leaves out the parent that browsers read into it, and no other', () => {
  const page = (rules: string) => `<style>p{${rules}}</style>`
  const nested = page(
    'color:red;& b,& i{x:1}&>q{x:2}&:hover b{x:3}& + p{x:4}@media print{& u{x:5}}',
  )
  expect(withOneStyle(nested)).toBe(
    page('color:red;b,i{x:1}>q{x:2}&:hover b{x:3}& + p{x:4}@media print{u{x:5}}'),
  )
})

test('rules that come again in the same layer are left out, and each layer is written once', () => {
  const page = [
    '<style>@layer a, b;@layer a{p{color:red}p{color:blue}@media print{p{content:"}{;"}}}:root{--x:1}</style>',
    '<style>@layer b{p{color:red}}@layer a{q{}p{color:red}@media print{p{content:"}{;"}}}:root{--x:1}</style>',
  ]
  // The last of equal rules decides what the element looks like.
  expect(withOneStyle(page.join(''))).toBe(
    '<style>@layer a,b;:root{--x:1}@layer a{p{color:blue}q{}p{color:red}@media print{p{content:"}{;"}}}@layer b{p{color:red}}</style>',
  )
})

test('an island that is not prerendered starts by one line in place of the runtime of Astro', () => {
  const ownScripts = createOwnScripts(process.cwd())
  const page = (attributes: string) =>
    `<script>${onlyDirective}</script><script>early()</script><script>${islandRuntime}</script><astro-island component-url="/assets/Root.js" component-export="Root" renderer-url="/assets/client.js" ${attributes}></astro-island>`
  const started = withDirectStart(page('props="{}" ssr client="only"'), ownScripts)
  const [, code = ''] = /<script type="module">(.*)<\/script>$/.exec(started) ?? []
  expect(started).toBe(
    `<script>early()</script><astro-island ssr></astro-island><script type="module">${code}</script>`,
  )
  expect(code).toContain('["/assets/Root.js","/assets/client.js"]')
  // Code runs after first figures, also after some that could not be painted.
  expect(code).toMatch(/^Promise\.allSettled\(\[globalThis\.firstFigures\]\)\.then\(/)
  // After figures that stand, each module runs in a task of its own.
  expect(code).toMatch(
    /querySelectorAll\("\[data-figures\] \[rel=modulepreload\]"\)\)await import\(a\.href\).*setTimeout\(a\)\);return Promise\.all\(/,
  )
  expect(() => new Function(code.replaceAll('import(', 'load('))).not.toThrow()
  expect(ownScripts.namesOf(code)).toEqual(['the start of an island'])
  const prerendered = page('props="{}" ssr client="load"')
  expect(withDirectStart(prerendered, ownScripts)).toBe(prerendered)
  expect(() => withDirectStart(page('props="{1}" client="only"'), ownScripts)).toThrow(/properties/)
  expect(() => withDirectStart(page('client="only"'), ownScripts)).toThrow(/has no props/)
})

test('the inline modules of a page become one, each with names of its own', () => {
  const page =
    '<script type="module">var a=1</script><p></p><script>b()</script><script type="module">var a=2</script>'
  expect(withOneScript(page)).toBe(
    '<p></p><script>b()</script><script type="module">(()=>{var a=1})();(()=>{var a=2})();</script>',
  )
  const importing = `${page}<script type="module">import"/a.js"</script>`
  expect(withOneScript(importing)).toBe(importing)
})

test('custom properties that a page never uses are left out, and no other', () => {
  const page =
    '<style>:root{color-scheme:light;--a:light-dark(#fff,#000);--b:1px;--c:var(--a)}p{width:var(--b);color:var(--c, red)}</style>'
  expect(withUsedProperties(page, none)).toBe(page)
  const unused = page.replace('var(--b)', '2px').replace('var(--c, red)', 'red')
  expect(withUsedProperties(unused, none)).toBe(
    '<style>:root{color-scheme:light;--a:light-dark(#fff,#000);}p{width:2px;color:red}</style>',
  )
  expect(withUsedProperties(unused, new Set(['--b']))).toContain('--b:1px')
})

const properties = readProperties(import.meta.dirname.replace(/tests.*/, ''))

test('a value that is used once stands where it is used, unless another rule has another', () => {
  const page = (root: string, rules: string) =>
    `<style>:root{color-scheme:light;${root}}${rules}</style>`
  const root = '--b:#123;--c:clamp(1rem,2vi,3rem);--d:2px;--e:3px;--f:var(--b)'
  const rules =
    'p{color:var(--b);inset:var(--c)}q{--d:4px;gap:var(--d);top:var(--e,0)}i{color:var(--b);fill:var(--f)}'
  const written = page(
    '--b:#123;--d:2px;--e:3px;--f:var(--b)',
    rules.replace('var(--c)', 'clamp(1rem,2vi,3rem)'),
  )
  expect(withValuesUsedOnce(page(root, rules), none)).toBe(written)
  // A style that comes later reads it, or another language that the page may change to has another.
  const given = new Set(['--c'])
  expect(withValuesUsedOnce(page(root, rules), given)).toBe(page(root, rules))
  expect(withValuesUsedOnce(page(root, rules), none, given)).toBe(page(root, rules))
})

test('a page keeps the fonts and sizes of its language alone', () => {
  const page = (rules: string) =>
    `<style>:root:lang(ar){--a:Tahoma;--b:2px}:root{color-scheme:light;${rules}}</style>`
  expect(withOwnLanguage(page('--a:Charter;--c:red;--b:1px'))).toBe(page('--c:red;'))
  const english = '<style>:root{color-scheme:light;--a:Charter}</style>'
  expect(withOwnLanguage(english)).toBe(english)
})

test('custom properties get short names of their own, except those that scripts set', () => {
  const names = ['--ink', '--accent', '--space-9'].map(properties.nameOf)
  expect(new Set(names).size).toBe(3)
  for (const name of names) expect(name).toMatch(/^--[a-z]{1,2}$/)
  for (const set of ['--notices-size', '--step', '--unknown']) {
    expect(properties.nameOf(set)).toBe(set)
  }
})

test('a value that is short in every language stands where it is used', () => {
  expect(properties.values.get('--space-4')).toBe('1rem')
  // A colour, a long one, and one that Arabic has larger.
  for (const name of ['--ink', '--gutter', '--text-sm', '--notices-size']) {
    expect(properties.values.get(name)).toBeUndefined()
  }
})

test('a page without the ends of its items and paragraphs is the same page', () => {
  const page =
    '<div><ul><li><p>a</p></li><li>b<p>c</p> d</li></ul><p>e</p><p>f</p><svg><path d="M0 0"></path></svg></div>'
  const short = withShortTags(page)
  expect(short).toBe(
    '<div><ul><li><p>a<li>b<p>c</p> d</ul><p>e<p>f</p><svg><path d="M0 0"/></svg></div>',
  )
  expect(serialize(parseFragment(short))).toBe(page)
})

test('the classes of a module get short names of their own', () => {
  const nameOf = shortClassNames('/project')
  const css = '.first:hover .second-one{animation:turn}@keyframes turn{}.first{}'
  const names = ['first', 'second-one', 'turn'].map((name) => nameOf(name, '/project/a.css', css))
  expect(names).toEqual(['_0a', '_0b', '_0c'])
  expect(nameOf('first', '/project/b.css?used', css)).toBe('_1a')
})

test('scripts leave out what the contract says of its calls and fields, and what only the server reads', () => {
  const module = [
    'const busy = defineError(503, "busy", { description: "Busy" });',
    'export const endpoint = defineEndpoint("POST /things", {',
    '  summary: "A thing", access: "public", input: object({',
    '    name: field(optional(text, ""), "The name.", "Rania"),',
    '    parts: rows("The parts.", { id: field(id, other.entries.id) }),',
    '  }), errors: [...own, busy], done: "Done",',
    '});',
  ]
  const text = module.join('\n')
  const without = (code: string) => leaveOut(code).replaceAll(/\s+/g, ' ')
  const before =
    'const busy = defineError(503, "busy", { description: "Busy" }); export const endpoint = defineEndpoint('
  expect(without(text)).toBe(`${before}"POST /things", { access: "public", });`)
  // Lists look into the input of a GET.
  expect(without(text.replace('POST', 'GET'))).toBe(
    `${before}"GET /things", { access: "public", input: object({ name: optional(text, ""), parts: rows(0, { id: id }), }), });`,
  )
})

test('a build fails if React has other names than those that it leaves out', () => {
  const path = createRequire(createRequire(import.meta.url).resolve('react-dom')).resolve(
    './cjs/react-dom-client.production.js',
  )
  const code = readFileSync(path, 'utf8')
  const short = leaveOutUnused(code)
  expect(short).toMatch(/function startViewTransition\([^)]*\) \{\}/)
  expect(short).not.toContain('FragmentInstance.prototype')
  expect(() =>
    leaveOutUnused(code.replace('function startViewTransition', 'function start')),
  ).toThrow('React has no startViewTransition')
})

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
