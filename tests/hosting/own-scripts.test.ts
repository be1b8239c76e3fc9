import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import onlyDirective from 'astro/client/only.prebuilt.js'
import { expect, test } from 'vitest'
import { withShortScripts } from '../../build/smaller-pages/integration.ts'
import { withOneScript } from '../../build/smaller-pages/style-sheets.ts'
import { harden } from '../../hosting/harden.ts'
import { createOwnScripts } from '../../hosting/own-scripts.ts'
import {
  askOverHttp2,
  findProxy,
  haproxySettings,
  host,
  nginxSettings,
  type RunningProxy,
  startHaproxy,
  startNginx,
} from '../support/proxies/proxy.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('base64')

const body = '\n    if (isPrivate) location.replace(path)\n  '
const component = `<script\n  slot="early"\n  is:inline\n  define:vars={{ isPrivate, path }}\n>${body}</script>`
const written = (...values: string[]) => `(function(){${values.join('\n')}\n${body}})();`

/** A site of one page, and a project with a component and two modules of components. */
async function openSite(scripts: string) {
  const folder = await temporaryFolder()
  mkdirSync(join(folder.path, 'src'))
  writeFileSync(join(folder.path, 'src/Frame.astro'), component)
  const site = join(folder.path, 'dist')
  mkdirSync(site)
  const page = join(site, 'index.html')
  writeFileSync(page, `<!doctype html><html><head><meta charset="utf-8"></head>${scripts}</html>`)
  const own = createOwnScripts(folder.path)
  own.add('Questions.astro', 'one()')
  own.add('Touch.astro', 'var a=2')
  return {
    ...folder,
    harden: () => harden(site, undefined, own),
    policy: () => /script-src[^;]*/.exec(readFileSync(page, 'utf8'))?.[0] ?? '',
  }
}

test.for([
  ['of a component', '<script type="module">one()</script>', 'one()'],
  ['of Astro', `<script>${onlyDirective}</script>`, onlyDirective],
  [
    'of two components, merged',
    withOneScript('<script type="module">one()</script><script type="module">var a=2</script>'),
    '(()=>{one()})();(()=>{var a=2})();',
  ],
  [
    'of a component with values',
    `<script>${written('const isPrivate = true;', 'const path = "/a;b";')}</script>`,
    written('const isPrivate = true;', 'const path = "/a;b";'),
  ],
] as const)('the policy of a page allows a script %s', async ([, html, script]) => {
  await using site = await openSite(html)
  await site.harden()
  expect(site.policy()).toBe(`script-src 'self' 'sha256-${hash(script)}'`)
})

test.for([
  ['another script', 'take()'],
  ['a script that begins as an own one', 'one();take()'],
  ['a script that ends as an own one', 'take();one()'],
  ['another one beside an own one', '(()=>{one()})();(()=>{take()})();'],
  ['code in place of a value', written('const isPrivate = take();', 'const path = "/";')],
  ['code after a value', written('const isPrivate = true;take();', 'const path = "/";')],
  ['the name of an own one', 'Questions.astro'],
])('a page with %s stops the build, and no policy allows it', async ([, script]) => {
  await using site = await openSite(`<p></p><script>${script}</script><script>one()</script>`)
  await expect(site.harden()).rejects.toThrow(
    /index\.html: an inline script that is none of the pro/,
  )
  expect(site.policy()).toBe(`script-src 'self' 'sha256-${hash('one()')}'`)
})

test("a component's script is allowed in its short form, and another one stays as it is", async () => {
  await using folder = await temporaryFolder()
  mkdirSync(join(folder.path, 'src'))
  const long = '\n    // Before the first paint.\n    if (isPrivate) location.replace(path)\n  '
  writeFileSync(
    join(folder.path, 'src/Frame.astro'),
    component.replace(body, () => long),
  )
  const own = createOwnScripts(folder.path)
  const values = 'const isPrivate = true;\nconst path = "/a";\n'
  const html = `<script>(function(){${values}${long}})();</script><script>take( )</script>`
  const short = withShortScripts(html, own)
  expect(short).toBe(
    '<script>(function(){location.replace(`/a`)})();</script><script>take( )</script>',
  )
  expect(own.namesOf('(function(){location.replace(`/a`)})();')).toEqual(['src/Frame.astro'])
  expect(own.namesOf('take( )')).toBeUndefined()
})

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00'

async function startSilentServer() {
  const asked: IncomingHttpHeaders[] = []
  const server = createServer(({ url, headers }, response) => {
    if (url === '/api/health') asked.push(headers)
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { asked, port, [Symbol.asyncDispose]: async () => void server.close() }
}

type Start = (program: string, folder: string, port: number) => Promise<RunningProxy>

const starts: Readonly<Record<'nginx' | 'haproxy', Start>> = {
  nginx: (program, folder, port) =>
    startNginx(program, join(folder, 'nginx'), nginxSettings(folder, [port, port])),
  haproxy: async (program, folder, port) =>
    startHaproxy(program, join(folder, 'haproxy'), await haproxySettings([port, port])),
}

for (const name of ['nginx', 'haproxy'] as const) {
  const program = findProxy(name)
  test.skipIf(program === undefined)(
    `with the documented settings ${name} replaces the reference and the trace of a client`,
    async () => {
      await using folder = await temporaryFolder()
      await using server = await startSilentServer()
      await using proxy = await starts[name](program ?? '', folder.path, server.port)
      const headers = { 'x-request-id': 'of-the-client', traceparent, tracestate: 'a=1' }
      const ask = () => askOverHttp2(proxy.httpsPort, host, '/api/health', { headers })
      // HAProxy first finds out which servers are up.
      await expect.poll(async () => (await ask()).status).toBe(200)
      expect(server.asked).toMatchObject([
        { 'x-request-id': expect.stringMatching(/^[\da-f-]{32,36}$/) },
      ])
      expect(server.asked[0]).not.toHaveProperty('traceparent')
    },
  )
}
