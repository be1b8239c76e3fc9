import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { root } from '../../../tools/scripts/run-command.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { listenLocally } from '../../support/listen-locally.ts'
import { provesOnce } from '../../support/suite.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

let host: Awaited<ReturnType<typeof listenLocally>>
let origin: string

/**
 * Stands for every static host: serves a file, a folder's index.html or 404.html, without rewriting
 * or an API.
 */
function fileFor(path: string): string | undefined {
  const found = join(root, 'dist', decodeURIComponent(path))
  const file =
    existsSync(found) && statSync(found).isDirectory() ? join(found, 'index.html') : found
  return existsSync(file) ? file : undefined
}

test.beforeAll(async () => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://static.example')
    const file = fileFor(pathname)
    const shown = file ?? join(root, 'dist/404.html')
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': types[extname(shown)] })
    response.end(readFileSync(shown))
  })
  host = await listenLocally(server)
  origin = `http://127.0.0.1:${host.port}`
})

test.afterAll(() => host[Symbol.asyncDispose]())

const routes = [
  ['/', '/'],
  ['/login', '/login'],
  ['/app', '/login'],
  ['/dashboard', '/login'],
  ['/dashboard/employee', '/login'],
  ['/dashboard/team', '/login'],
  ['/dashboard/admin', '/login'],
] as const

test('on a plain static host every page opens directly, with and without a slash', {
  tag: ['@R041'],
}, async ({ console, page }) => {
  // A host without an API offers nothing that a backend may lack.
  console.expect(/^404 GET \/api\/auth\/capabilities/)
  for (const [index, [route, landing]] of routes.entries()) {
    const both = route === '/' ? ['/', '/index.html'] : [route, `${route}/`]
    for (const path of provesOnce ? both.slice(index % 2, (index % 2) + 1) : both) {
      const answer = await page.goto(origin + path)
      expect(answer?.status(), path).toBe(200)
      if (landing === '/') {
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      } else {
        await expect(page).toHaveURL(new RegExp(`^${origin}${landing}/?$`))
        await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
      }
    }
  }
})

test('an unknown path is a real 404 page, on the server and on a plain static host', {
  tag: ['@R041'],
}, async ({ page, baseURL, console }) => {
  console.expect(/status of 404/)
  for (const path of ['/nothing', '/dashboard/nothing', '/login/nothing', '/privacy-policy/more']) {
    for (const from of [baseURL ?? '', origin]) {
      const answer = await page.goto(from + path)
      expect(answer?.status(), path).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('link', { name: /home/i }).first()).toBeVisible()
      await expect(page).toHaveURL(from + path)
    }
  }
})
