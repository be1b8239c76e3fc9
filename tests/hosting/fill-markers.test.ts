import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFill } from '../../hosting/fill-markers.ts'
import { harden } from '../../hosting/harden.ts'
import { createOwnScripts } from '../../hosting/own-scripts.ts'
import { expiresMarker } from '../../hosting/security-txt.ts'
import { markers, usualSettings } from '../../hosting/setting-markers.ts'
import { createSite } from '../../server/http/site/site.ts'

const script = `fetch('${markers.PUBLIC_API_URL}/config')`
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<link rel="canonical" href="${markers.SITE_URL}/login/"><script>${script}</script></head>
<body><a href="mailto:${markers.PUBLIC_SALES_EMAIL}?subject=Demo">Write</a>${'<p>Text</p>'.repeat(200)}</body></html>`
const securityTxt = `Contact: mailto:${markers.PUBLIC_SUPPORT_EMAIL}\nExpires: ${expiresMarker}\n`

const settings = {
  siteUrl: 'https://www.firm.example',
  apiUrl: 'https://api.firm.example/api',
  salesEmail: 'hello@firm.example',
  supportEmail: usualSettings.supportEmail,
}

let folder: string
const path = (name: string) => join(folder, name)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aman-site-'))
  const ownScripts = createOwnScripts(folder)
  ownScripts.add('early.ts', script)
  writeFileSync(path('index.html'), page)
  writeFileSync(path('security.txt'), securityTxt)
  await harden(folder, markers.PUBLIC_API_URL, ownScripts)
})
afterEach(() => rmSync(folder, { recursive: true }))

async function serve(
  options: Parameters<typeof createSite>[1],
  use: (url: string) => Promise<void>,
) {
  await using server = createServer(createSite(folder, options).answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await use(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  server.closeAllConnections()
}

const keptFiles = (keptFolder: string) =>
  readdirSync(keptFolder).map((name) => [name, statSync(join(keptFolder, name)).ino])

const read = async (url: string) => {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  return { text: await answer.text(), policy: answer.headers.get('content-security-policy') ?? '' }
}

test('a site without settings is served with those of the server', async () => {
  await serve({ settings }, async (url) => {
    const { text } = await read(`${url}/`)
    expect(text).toContain('href="https://www.firm.example/login/"')
    expect(text).toContain('href="mailto:hello@firm.example?subject=Demo"')
    expect(text).toContain(
      '<html data-api-url="https://api.firm.example/api" data-sales-email="hello@firm.example" lang="en">',
    )
    expect(text).not.toContain('.invalid')
  })
})

test.each([
  ['another origin', settings.apiUrl, "connect-src 'self' https://api.firm.example;"],
  ['its own origin', '/api', "connect-src 'self';"],
])('the policies follow a page whose calls go to %s', async (_, apiUrl, calls) => {
  await serve({ settings: { ...settings, apiUrl } }, async (url) => {
    const { text, policy } = await read(`${url}/`)
    const hash = createHash('sha256').update(`fetch('${apiUrl}/config')`).digest('base64')
    expect(text).toContain(`<script>fetch('${apiUrl}/config')</script>`)
    for (const place of [policy, text.slice(0, text.indexOf('<link'))]) {
      expect(place).toContain(`script-src 'self' 'sha256-${hash}';`)
      expect(place).toContain(calls)
    }
  })
})

test('filled pages are compressed once and kept', async () => {
  const keptFolder = path('.kept')
  const compressed = async (url: string) => {
    const answer = await fetch(`${url}/`, { headers: { 'accept-encoding': 'br' } })
    return [answer.headers.get('content-encoding'), answer.headers.get('etag')]
  }
  let etag: string | null = null
  await serve({ settings, keptFolder }, async (url) => {
    await vi.waitFor(async () => expect((await compressed(url))[0]).toBe('br'), { timeout: 20_000 })
    etag = (await compressed(url))[1] ?? null
    const { text } = await read(`${url}/`)
    await expect
      .poll(() => readdirSync(keptFolder).filter((name) => name.endsWith('.gz')).length)
      .toBe(1)
    const kept = readdirSync(keptFolder).find((name) => name.endsWith('.br')) ?? ''
    expect(brotliDecompressSync(readFileSync(join(keptFolder, kept))).toString()).toBe(text)
  })
  const before = keptFiles(keptFolder)
  await serve({ settings, keptFolder }, async (url) => {
    await vi.waitFor(async () => expect(await compressed(url)).toEqual(['br', etag]), {
      timeout: 20_000,
    })
  })
  // Written again, they would be new files.
  expect(keptFiles(keptFolder)).toEqual(before)
})

test('security.txt expires 300 days after the start, whenever the release was made', () => {
  const fill = createFill(settings, new Date('2030-01-01T12:00:00Z'))
  expect(fill(securityTxt)).toBe(
    'Contact: mailto:support@aman.example\nExpires: 2030-10-28T00:00:00.000Z\n',
  )
})
