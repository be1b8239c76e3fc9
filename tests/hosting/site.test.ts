import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formatCaddy } from '../../hosting/caddy.ts'
import {
  apiOriginOf,
  headerPolicy,
  metaPolicy,
  type PageNeeds,
} from '../../hosting/content-security-policy.ts'
import { harden } from '../../hosting/harden.ts'
import { type HeaderRule, headersFor } from '../../hosting/headers.ts'
import { parseHeadersFile } from '../../hosting/headers-file.ts'
import { formatNginx } from '../../hosting/nginx.ts'
import { createOwnScripts } from '../../hosting/own-scripts.ts'
import { findBlocked, needsOf, withPolicy } from '../../hosting/page.ts'
import { setSecurityHeaders } from '../../server/http/site/security-headers.ts'
import { createSite } from '../../server/http/site/site.ts'
import { listenLocally } from '../support/listen-locally.ts'

let site = ''
const page = (words: string, head = '') =>
  `<!doctype html><html><head><meta charset="utf-8">${head}<style>${words}</style></head><body>${words}</body></html>`
const preloads =
  '<link rel="modulepreload" href="/assets/a.12345678.js"><link rel="modulepreload" href="/assets/b.12345678.js">'

function write(name: string, text: string) {
  mkdirSync(join(site, name, '..'), { recursive: true })
  writeFileSync(join(site, name), text)
}

async function rulesOfSite(): Promise<HeaderRule[]> {
  await harden(site, 'https://api.example/api', createOwnScripts(site))
  return parseHeadersFile(readFileSync(join(site, '_headers'), 'utf8'))
}

/** Every address of the site, and one that there is not. */
const addresses = [
  ...['/', '/index.html', '/login', '/login/', '/login/index.html', '/dashboard', '/dashboard/'],
  ...['/dashboard/team', '/dashboard/team/', '/404.html', '/assets/a.12345678.js', '/favicon.svg'],
  ...['/robots.txt', '/.well-known/security.txt'],
]
const perPath = ['Content-Security-Policy', 'Cache-Control']

describe('site', () => {
  beforeEach(() => {
    site = mkdtempSync(join(tmpdir(), 'aman-hosting-'))
    for (const name of ['index', 'login/index', 'dashboard/index', 'dashboard/team/index', '404']) {
      write(`${name}.html`, page(name, name === 'dashboard/team/index' ? preloads : ''))
    }
    write('assets/a.12345678.js', 'a()')
    write('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"><style>path{}</style></svg>')
    write('robots.txt', 'User-agent: *')
    write('.well-known/security.txt', 'Contact: mailto:support@aman.example')
  })
  afterEach(() => rmSync(site, { recursive: true }))

  describe('the file of headers', () => {
    test('gives every address all headers, and none of them twice', async () => {
      const rules = await rulesOfSite()
      for (const path of addresses) {
        const names = rules
          .filter((rule) => Object.keys(headersFor([rule], path)).length > 0)
          .flatMap(({ headers }) => Object.keys(headers))
        expect(names.toSorted(), path).toEqual([...new Set(names)].toSorted())
        expect(names).toEqual(expect.arrayContaining([...perPath, 'Strict-Transport-Security']))
      }
    })

    test('keeps to what Cloudflare reads: 100 rules, 2000 characters a line', async () => {
      const rules = await rulesOfSite()
      expect(rules.length).toBeLessThanOrEqual(100)
      const lines = readFileSync(join(site, '_headers'), 'utf8').split('\n')
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(2000)
    })

    test('knows each page by its own bytes, hashed files for good, and the rest until the next build', async () => {
      const rules = await rulesOfSite()
      const header = (path: string, name: string) => headersFor(rules, path)[name]
      expect(header('/login', 'Content-Security-Policy')).not.toBe(
        header('/dashboard', 'Content-Security-Policy'),
      )
      expect(header('/login', 'Content-Security-Policy')).toContain('https://api.example')
      expect(header('/favicon.svg', 'Content-Security-Policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; frame-ancestors 'none'$/,
      )
      expect(header('/assets/a.12345678.js', 'Cache-Control')).toContain('immutable')
      for (const path of ['/', '/login/', '/robots.txt']) {
        expect(header(path, 'Cache-Control')).toBe('no-cache')
      }
      // They ask themselves.
      for (const path of ['/dashboard', '/dashboard/team/']) {
        expect(header(path, 'Cache-Control')).toMatch(/^private, max-age=\d+$/)
      }
    })

    test('names the modules that a page preloads', async () => {
      const rules = await rulesOfSite()
      for (const path of ['/dashboard/team', '/dashboard/team/', '/dashboard/team/index.html']) {
        expect(headersFor(rules, path).Link).toBe(
          '</assets/a.12345678.js>; rel=modulepreload, </assets/b.12345678.js>; rel=modulepreload',
        )
      }
      expect(headersFor(rules, '/login')).not.toHaveProperty('Link')
    })

    test('does not name what a page preloads at its end', async () => {
      write('dashboard/team/index.html', page(`team${preloads}`))
      expect(headersFor(await rulesOfSite(), '/dashboard/team')).not.toHaveProperty('Link')
    })

    test('is refused when a line of it cannot be read', () => {
      expect(() => parseHeadersFile('/a\n  X-A: 1\nnonsense')).toThrow('line 3')
      expect(() => parseHeadersFile('  X-A: 1')).toThrow('line 1')
    })
  })

  test('a page that the policy would block stops the build, with its name and the tag', async () => {
    write('login/index.html', page('<p style="color:red">'))
    write('index.html', page('<p onclick="a()">'))
    await expect(harden(site, undefined, createOwnScripts(site))).rejects.toThrow(
      /index\.html: an inline event handler.*\n.*<p onclick="a\(\)">\n.*login\/index\.html: a style attribute.*\n.*<p style="color:red">/,
    )
  })

  describe('the server', () => {
    const serve = (use: (url: string) => Promise<void>) => serveBy(createSite(site), use)

    async function serveBy(
      { answer }: Pick<ReturnType<typeof createSite>, 'answer'>,
      use: (url: string) => Promise<void>,
    ) {
      const server = createServer((request, response) => {
        setSecurityHeaders(request, response)
        answer(request, response)
      })
      await using listening = await listenLocally(server)
      await use(`http://127.0.0.1:${listening.port}`)
    }

    test('sends exactly what the file says, TLS or not', async () => {
      const rules = await rulesOfSite()
      await serve(async (url) => {
        for (const path of addresses) {
          const { 'Strict-Transport-Security': promise, ...rest } = headersFor(rules, path)
          const plain = await fetch(url + path)
          for (const [name, value] of Object.entries(rest)) {
            expect(plain.headers.get(name), `${path} ${name}`).toBe(value)
          }
          expect(plain.headers.get('strict-transport-security')).toBeNull()
          const secure = await fetch(url + path, { headers: { 'x-forwarded-proto': 'https' } })
          expect(secure.headers.get('strict-transport-security')).toBe(promise)
        }
      })
    })

    test('sends them with a 304 too, for it replaces what the browser keeps', async () => {
      const rules = await rulesOfSite()
      await serve(async (url) => {
        const etag = (await fetch(`${url}/login`)).headers.get('etag') ?? ''
        const answer = await fetch(`${url}/login`, { headers: { 'if-none-match': etag } })
        expect(answer.status).toBe(304)
        expect(answer.headers.get('content-security-policy')).toBe(
          headersFor(rules, '/login')['Content-Security-Policy'],
        )
      })
    })

    test('answers what there is not with the headers of that page, and does not show the file', async () => {
      const rules = await rulesOfSite()
      await serve(async (url) => {
        for (const path of ['/nothing', '/_headers', '/%5fheaders', '/assets/none.js', '/%zz']) {
          const answer = await fetch(url + path)
          expect(answer.status, path).toBe(404)
          for (const name of perPath) {
            expect(answer.headers.get(name), path).toBe(headersFor(rules, '/404.html')[name])
          }
        }
      })
    })

    test('cannot read a file that is gone before it is in memory, and serves one that is gone after', async () => {
      const late = createSite(site)
      await late.isRead
      const early = createSite(site)
      rmSync(site, { recursive: true })
      await expect(early.isRead).rejects.toThrow(`Cannot read the site in ${site}: `)
      mkdirSync(site)
      await serveBy(late, async (url) => expect((await fetch(`${url}/login`)).status).toBe(200))
    })

    test('serves a site that came without the file: without framing, the rest by its pages', async () => {
      await serve(async (url) => {
        const { headers } = await fetch(`${url}/login`)
        expect(headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
        const asset = await fetch(`${url}/assets/a.12345678.js`)
        expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      })
    })
  })

  describe('settings for other servers', () => {
    /** The value of nginx's `map $uri $name { … }` for a path, its default included. */
    function nginxValue(text: string, name: string, path: string): string | undefined {
      const body = new RegExp(`map \\$uri \\$${name} \\{([^}]*)\\}`).exec(text)?.[1] ?? ''
      const rows = [...body.matchAll(/^ +(?:"([^"]+)"|default) "([^"]*)";$/gm)]
      const exact = rows.find(([, key]) => key === path)
      const pattern = rows.find(
        ([, key]) => key?.startsWith('~') && new RegExp(key.slice(1)).test(path),
      )
      return (exact ?? pattern ?? rows.find(([, key]) => key === undefined))?.[2]
    }

    test('of nginx hold the same values', async () => {
      const rules = await rulesOfSite()
      const text = formatNginx(rules, site, 'aman.example')
      for (const path of addresses) {
        const { 'Strict-Transport-Security': promise, ...rest } = headersFor(rules, path)
        for (const [name, value] of Object.entries(rest)) {
          const id = `aman_${name.toLowerCase().replaceAll('-', '_')}`
          const [, added] = new RegExp(`add_header ${name} (\\S.*) always;`).exec(text) ?? []
          const sent = added === `$${id}` ? nginxValue(text, id, path) : added?.slice(1, -1)
          expect(sent, `${path} ${name}`).toBe(value)
        }
        expect(text).toContain(`on "${promise}";`)
      }
    })

    test('of Caddy answer an unknown address below a language with the page of that language', () => {
      const policy = (words: string) => ({ 'Content-Security-Policy': `default-src '${words}'` })
      const rules = [
        { path: '/404.html', headers: policy('english') },
        { path: '/ar/404/index.html', headers: policy('arabic') },
      ]
      const [, errors = ''] = formatCaddy(rules, site, 'aman.example').split('handle_errors {\n')
      expect(errors.replace(/^\t\t/gm, '')).toBe(`handle /ar/* {
	header {
		Content-Security-Policy "default-src 'arabic'"
	}
	rewrite * /ar/404/index.html
	file_server
}
handle {
	header {
		Content-Security-Policy "default-src 'english'"
	}
	rewrite * /404.html
	file_server
}
	}
}
`)
    })

    test('of Caddy hold the same values', async () => {
      const rules = await rulesOfSite()
      const text = formatCaddy(rules, site, 'aman.example')
      for (const path of addresses) {
        const { 'Strict-Transport-Security': promise, ...rest } = headersFor(rules, path)
        const key = path.startsWith('/assets/') ? '~^/assets/' : path
        const row = perPath.map((name) => `"${rest[name]}"`).join(' ')
        expect(text).toContain(`\t\t\t${key} ${row}\n`)
        for (const [name, value] of Object.entries(rest)) {
          if (name === 'Link') expect(text).toContain(`\t\theader ${path} Link "${value}"\n`)
          else if (!perPath.includes(name)) expect(text).toContain(`\t\t\t${name} "${value}"\n`)
        }
        expect(text).toContain(`header @secure Strict-Transport-Security "${promise}"`)
      }
    })
  })
})

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const pagePage = (body: string) =>
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
    const html = pagePage(
      '<script>one()</script><script type="module">two()</script><style>p{}</style>' +
        '<noscript><style>q{}</style></noscript><template><script>three()</script></template><script>one()</script>',
    )
    const own = ownScripts('one()', 'two()', 'three()')
    const { scripts, styles } = needsOf(html, own)
    expect(scripts.toSorted()).toEqual([hash('one()'), hash('two()'), hash('three()')].toSorted())
    expect(styles.toSorted()).toEqual([hash('p{}'), hash('q{}')].toSorted())
  })

  test('leaves out what is fetched and what is only data', () => {
    const html = pagePage(
      '<script src="/a.js"></script><script type="application/ld+json">{}</script>',
    )
    expect(needsOf(html, ownScripts('{}')).scripts).toEqual([])
  })

  test('takes the text as the browser does: line ends made one, a > in an attribute no end', () => {
    const html = pagePage('<p title="a > b"></p><script>a\r\nb</script>')
    expect(needsOf(html, ownScripts('a\nb')).scripts).toEqual([hash('a\nb')])
  })

  test('tells pictures that are part of the page, and forms that are mails', () => {
    expect(needsOf(pagePage('<style>p{background:url("data:image/png,x")}</style>'))).toMatchObject(
      {
        hasDataImages: true,
        hasMailForm: false,
      },
    )
    expect(needsOf(pagePage('<form action="mailto:a@b.example"></form>'))).toMatchObject({
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
    const [found, ...others] = findBlocked(pagePage(html))
    expect(found).toContain(problem)
    expect(found).toContain(html.replace(/<\/?noscript>/g, ''))
    expect(others).toEqual([])
  })

  test('what only looks like it is left alone', () => {
    const html =
      '<p data-style="x" title="style=&quot;a&quot; onclick=">style="a"</p><svg fill="red" />'
    expect(findBlocked(pagePage(html))).toEqual([])
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
    const html = withPolicy(pagePage('<script>a</script>'), metaPolicy(bare, undefined))
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
