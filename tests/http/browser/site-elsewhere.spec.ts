import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { openPlace } from '../../support/browser/place.ts'
import { success } from '../../support/browser/screen.ts'
import {
  type SiteElsewhere,
  startSiteElsewhere,
  trainingUrl,
} from '../../support/server/site-elsewhere.ts'
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
