import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createSite } from '../../../server/http/site/site.ts'
import { run } from '../../../tools/scripts/run-command.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { openPlace } from '../../support/browser/place.ts'
import { success } from '../../support/browser/screen.ts'
import { listenLocally } from '../../support/listen-locally.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { makeUser } from '../../support/worlds/factories.ts'

const password = 'violet kettle drum'

// One build and one pair of origins serve the whole file.
test.describe.configure({ mode: 'default' })

let elsewhere: SiteElsewhere
let username: string

test.beforeAll(async () => {
  // Building a site takes longer than a test may.
  test.setTimeout(240_000)
  elsewhere = await startSiteElsewhere()
  await using place = await openPlace(`file:${elsewhere.databaseFile}`)
  username = (await makeUser(place, { password, role: 'team_lead' })).username
})

test.afterAll(async () => {
  await elsewhere[Symbol.asyncDispose]()
})

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`)
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test.describe('behind another origin', { tag: ['@all'] }, () => {
  test('a site on another origin than the API signs in, shows the dashboard, keeps flags and signs out', async ({
    page,
  }) => {
    const called = new Set<string>()
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) called.add(origin)
    })
    await signIn(page, elsewhere.origin)
    await expect(page).toHaveURL(`${elsewhere.origin}/dashboard/team`)
    await page.goto(`${elsewhere.origin}/dashboard/employee`)
    await expect(page.getByRole('heading', { name: 'Your risk score' })).toBeVisible()
    await page.goto(`${elsewhere.origin}/dashboard/employee?tab=flags`)
    await page.getByLabel('Email address or domain').fill('partner.example')
    await page.getByRole('button', { name: 'Add Flag', exact: true }).click()
    await expect(success(page, 'GREEN flag added successfully!')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Your flags' })).toContainText('partner.example')
    const loggedOut = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/logout'))
    await page.getByRole('button', { name: 'Logout' }).click()
    expect((await loggedOut).status()).toBe(200)
    await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()
    expect([...called]).toEqual([elsewhere.apiOrigin])
  })

  test('a site on another origin than the API opens the training portal from its build', async ({
    page,
    context,
  }) => {
    await context.route(trainingUrl, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
    )
    await signIn(page, elsewhere.origin)
    await expect(page).toHaveURL(`${elsewhere.origin}/dashboard/team`)
    await page.goto(`${elsewhere.origin}/dashboard/team?tab=tools`)
    const opened = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Open Training Portal' }).click()
    await expect(await opened).toHaveURL(trainingUrl)
  })

  test('a site at an origin that the API does not allow cannot sign in', async ({
    page,
    console,
  }) => {
    console.expect(/blocked by CORS policy/)
    await signIn(page, elsewhere.strangerOrigin)
    await expect(page.getByText('Login failed', { exact: true })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('aman_access_token'))).toBeNull()
  })

  test('the policy of the pages names the API and no other address', async ({ request }) => {
    const answer = await request.get(`${elsewhere.origin}/login`)
    const policy = answer.headers()['content-security-policy'] ?? ''
    expect(policy).toContain(`connect-src 'self' ${elsewhere.apiOrigin};`)
  })
})

/**
 * The port is built into the pages, so that it is known before anything listens, and each run takes
 * the first that is free, whose site is often built already. Below those that other tests take.
 */
const firstPort = 11_900
/** Set at the build of the site; the API does not know it. */
const trainingUrl = 'https://training.example/start'

interface SiteElsewhere extends AsyncDisposable {
  /** The origin of the site that may call the API. */
  readonly origin: string
  /** The same site at an address that the API does not know. */
  readonly strangerOrigin: string
  readonly apiOrigin: string
  readonly databaseFile: string
}

interface HeldPort {
  readonly port: number
  release(): Promise<unknown>
}

/** The site on its own, as on a CDN, and the API on another origin. Built once, until it changes. */
async function startSiteElsewhere(): Promise<SiteElsewhere> {
  const held = await holdPort(firstPort)
  const folder = `.cache/site-elsewhere-${held.port}`
  const apiOrigin = `http://127.0.0.1:${held.port}`
  const build = await run(
    'node',
    ['tools/scripts/build-site.ts', '--if-changed', '--folder', folder],
    {
      environment: { PUBLIC_API_URL: `${apiOrigin}/api`, TRAINING_URL: trainingUrl },
    },
  )
  if (build.exitCode !== 0) throw new Error(`the site did not build: ${build.output}`)
  const [site, stranger] = [await serveFolder(folder), await serveFolder(folder)]
  const data = await temporaryFolder()
  const databaseFile = join(data.path, 'aman.db')
  await held.release()
  const api = await startServerProcess({
    PORT: String(held.port),
    DATABASE_URL: `file:${databaseFile}`,
    ALLOWED_ORIGINS: site.origin,
    SITE_DIRECTORY: join(data.path, 'no-site'),
  })
  if (api.url === undefined) throw new Error(`no API: ${api.output().stderr}`)
  return {
    origin: site.origin,
    strangerOrigin: stranger.origin,
    apiOrigin,
    databaseFile,
    async [Symbol.asyncDispose]() {
      await api.end('SIGTERM')
      await site[Symbol.asyncDispose]()
      await stranger[Symbol.asyncDispose]()
      await data.remove()
    },
  }
}

/** Listens on the first free port, so that another run takes the next one meanwhile. */
async function holdPort(port: number): Promise<HeldPort> {
  const server = createTcpServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return holdPort(port + 1)
  }
  return { port, release: () => once(server.close(), 'close') }
}

async function serveFolder(folder: string) {
  const server = createServer(createSite(join(import.meta.dirname, '../../..', folder)).answer)
  const listening = await listenLocally(server)
  return { ...listening, origin: `http://127.0.0.1:${listening.port}` }
}
