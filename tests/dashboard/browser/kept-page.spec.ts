import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { waitForContent } from '../../support/browser/first-calls.ts'
import { serverUnderTest } from '../../support/server/server-under-test.ts'

/*
 * Playwright switches the browser's cache off where it answers requests itself, so these tests have a host of
 * their own before the server.
 */

interface Host extends AsyncDisposable {
  readonly url: string
  /** The statuses of the answers about a dashboard's page. */
  readonly pages: number[]
  /** From now on the policy of its pages names another script, as that of a release with other code does. */
  release(): void
}

const nextScript = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

async function openHost(): Promise<Host> {
  let scripts = "script-src 'self'"
  const pages: number[] = []
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { authorization } = request.headers
    const given = await fetch(serverUnderTest.url + request.url, {
      method: request.method ?? 'GET',
      headers: authorization === undefined ? {} : { authorization },
    })
    let body = Buffer.from(await given.arrayBuffer())
    for (const [name, value] of given.headers) {
      if (!/^(?:content-(?:length|encoding)|etag|connection|link|transfer-encoding)$/.test(name)) {
        response.setHeader(name, value)
      }
    }
    let status = given.status
    if (request.url?.startsWith('/dashboard/')) {
      body = Buffer.from(body.toString().replace("script-src 'self'", scripts))
      const tag = `"${createHash('sha256').update(body).digest('base64url')}"`
      response.setHeader('ETag', tag)
      if (request.headers['if-none-match'] === tag) status = 304
      pages.push(status)
    }
    response.writeHead(status).end(status === 304 ? undefined : body)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('a port was asked for')
  return {
    url: `http://127.0.0.1:${address.port}`,
    pages,
    release() {
      scripts += ` ${nextScript}`
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The context of a user who has opened the dashboard before. */
async function openBefore(context: BrowserContext, { url }: Host, token: string): Promise<void> {
  await context.addInitScript(
    ([origin, value]) => {
      if (location.origin === origin && sessionStorage.getItem('is-prepared') === null) {
        sessionStorage.setItem('is-prepared', '')
        localStorage.setItem('aman_access_token', value)
      }
    },
    [url, token] as const,
  )
  const page = await context.newPage()
  await page.goto(`${url}/dashboard/employee`)
  await waitForContent(page, 'employee')
  await page.close()
}

const isFromCache = (page: Page) =>
  page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    return navigation !== undefined && Reflect.get(navigation, 'transferSize') === 0
  })

test('a dashboard that was opened before comes from the browser, is confirmed by one question, and is loaded anew after a release', async ({
  console,
  context,
  users,
}) => {
  console.expect(/ERR_INTERNET_DISCONNECTED/)
  await using host = await openHost()
  await openBefore(context, host, (await users.make()).token)
  expect(host.pages).toEqual([200])
  const page = await context.newPage()
  await page.goto(`${host.url}/dashboard/employee`)
  await waitForContent(page, 'employee')
  expect(await isFromCache(page)).toBe(true)
  expect(host.pages).toEqual([200, 304])
  await test.step('without a network it shows that there is none, and the session stays', async () => {
    await context.setOffline(true)
    await page.goto(`${host.url}/dashboard/employee`, { waitUntil: 'commit' })
    await expect(async () => {
      expect(await page.evaluate(() => location.protocol)).toBe('chrome-error:')
    }).toPass()
    await context.setOffline(false)
    await page.goto(`${host.url}/dashboard/employee`)
    await waitForContent(page, 'employee')
  })
  await test.step('after a new release it is loaded anew, once, before it shows anything', async () => {
    host.release()
    const shownBy: string[] = []
    await page.exposeFunction('told', (policy: string) => shownBy.push(policy))
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('[role=meter]') === null) return
        Reflect.get(
          window,
          'told',
        )(document.querySelector('meta[http-equiv]')?.getAttribute('content'))
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(`${host.url}/dashboard/employee`)
    await waitForContent(page, 'employee')
    expect([...new Set(shownBy)]).toEqual([expect.stringContaining(nextScript)])
    expect(host.pages).toEqual([200, 304, 304, 200, 304])
    await page.goto(`${host.url}/dashboard/employee?tab=overview`)
    await waitForContent(page, 'employee')
  })
})

test('who comes by the sign-in page has the page of the dashboard kept for the next start', async ({
  context,
  page,
  users,
}) => {
  const user = await users.make({ password: 'the right password' })
  await page.goto('/login')
  const kept = page.waitForResponse(
    (response) => new URL(response.url()).pathname === '/dashboard/employee',
  )
  await page.getByLabel('Username').fill(user.username)
  await page.getByLabel('Password', { exact: true }).fill('the right password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await (await kept).finished()
  const next = await context.newPage()
  await next.goto('/dashboard/employee')
  await waitForContent(next, 'employee')
  expect(await isFromCache(next)).toBe(true)
  await test.step('browsers keep the pages of the dashboard, and no other cache does', async () => {
    for (const [path, isKept] of [
      ['/app', true],
      ['/dashboard', true],
      ['/dashboard/employee', true],
      ['/ar/dashboard/admin/', true],
      ['/login', false],
      ['/', false],
    ] as const) {
      const answer = await page.request.get(path)
      const caching = answer.headers()['cache-control']
      expect(caching, path).toBe(isKept ? 'private, max-age=2592000' : 'no-cache')
      // A kept page asks.
      if (isKept) expect(await answer.text()).toMatch(/cache:\s*[`'"]no-cache/)
    }
  })
})
