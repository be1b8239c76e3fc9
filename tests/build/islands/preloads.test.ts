import { expect, test } from 'vitest'
import { withPreloads } from '../../../build/islands/integration.ts'

const chunks = {
  importsOf: new Map([
    ['/assets/form.js', ['/assets/react.js', '/assets/shared.js']],
    ['/assets/client.js', ['/assets/react.js']],
    ['/assets/react.js', ['/assets/runtime.js']],
    ['/assets/team.js', ['/assets/shared.js', '/assets/gauge.js']],
  ]),
  chunkOfScreen: new Map([['team', '/assets/team.js']]),
  chunkOfModule: new Map([['src/form.ts', '/assets/form.js']]),
}

function page(client: string, head = ''): string {
  return `<head>${head}</head><astro-island client="${client}" component-url="/assets/form.js" renderer-url="/assets/client.js"></astro-island>`
}

function preloadsInHead(html: string): string[] {
  const [head = ''] = html.split('</head>')
  return [...head.matchAll(/<link rel="modulepreload" href="([^"]*)">/g)].map(([, url]) => `${url}`)
}

const ofForm = [
  '/assets/client.js',
  '/assets/form.js',
  '/assets/react.js',
  '/assets/runtime.js',
  '/assets/shared.js',
]

test('a touched part names its module and every module that this imports, each once', () => {
  const html = withPreloads('<head></head><div data-touch="src/form.ts">', chunks)
  expect(html).toContain('<div data-touch="/assets/form.js" data-preload="')
  const [, preload] = /preload="([^"]*)"/.exec(html) ?? []
  expect(preload?.split(' ').toSorted()).toEqual(ofForm.filter((url) => !url.includes('client')))
  expect(preloadsInHead(html)).toEqual([])
})

test('a touched module without a chunk stops the build', () => {
  expect(() => withPreloads('<div data-touch="src/gone.ts">', chunks)).toThrow("'src/gone.ts'")
})

test.each(['load', 'only'])(
  'the head names what an island with client:%s needs, each once',
  (client) => {
    expect(preloadsInHead(withPreloads(page(client), chunks)).toSorted()).toEqual(ofForm)
  },
)

test('what a module imports comes before it, so that each runs by itself', () => {
  const order = preloadsInHead(withPreloads(page('only'), chunks))
  for (const [url, imports] of chunks.importsOf) {
    if (!order.includes(url)) continue
    for (const imported of imports) {
      expect(order.indexOf(imported), `${imported} before ${url}`).toBeLessThan(order.indexOf(url))
    }
  }
})

test('the screen that a page names is preloaded with all that it imports', () => {
  const link = '<link rel="modulepreload" data-screen="team">'
  const html = withPreloads(page('only', link), chunks)
  expect(preloadsInHead(html).toSorted()).toEqual(
    [...ofForm, '/assets/gauge.js', '/assets/team.js'].toSorted(),
  )
})

test('a screen without a chunk stops the build', () => {
  const link = '<link rel="modulepreload" data-screen="gone">'
  expect(() => withPreloads(page('only', link), chunks)).toThrow("'gone'")
})

test('the module that a page names is preloaded with all that it imports', () => {
  const link = '<link rel="modulepreload" data-module="src/form.ts">'
  const html = withPreloads(`<head>${link}</head>`, chunks)
  expect(preloadsInHead(html).toSorted()).toEqual(ofForm.filter((url) => !url.includes('client')))
})

test('a page that names a module gets the address of its chunk', () => {
  const html = withPreloads('<head><meta name="form" data-module="src/form.ts"></head>', chunks)
  expect(html).toContain('<meta name="form" content="/assets/form.js">')
  expect(preloadsInHead(html)).toEqual([])
})

test('a module without a chunk stops the build', () => {
  const link = '<link rel="modulepreload" data-module="src/gone.ts">'
  expect(() => withPreloads(page('only', link), chunks)).toThrow("'src/gone.ts'")
})

test('the scripts are named before the page asks, runs or styles anything', () => {
  const head = '<meta charset="utf-8"><script>ask()</script><style>p{}</style>'
  const html = withPreloads(page('only', head), chunks)
  expect(html.lastIndexOf('<link rel="modulepreload"')).toBeLessThan(html.indexOf('<script'))
  expect(html.indexOf('<meta charset')).toBeLessThan(html.indexOf('<link'))
})

test('the scripts of a page with first figures are named at its end', () => {
  const head = '<script>ask()</script><style>p{}</style>'
  const figures = `${page('only', head)}<template data-places='{}'></template>`
  const html = withPreloads(`<body>${figures}</body>`, chunks)
  expect(preloadsInHead(html)).toEqual([])
  const [, end = ''] = html.split('</template>')
  expect(end).toMatch(/^(?:<link rel="modulepreload" href="[^"]+">){5}<\/body>$/)
})
