import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { approveDomain } from '../../../server/organizations/domains.ts'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test, type Users } from '../../support/browser/browser.ts'
import { expectLargeTextFits } from '../../support/browser/fit.ts'
import { openPlace } from '../../support/browser/place.ts'
import { button, enterPassword } from '../../support/browser/screen.ts'
import { freePort } from '../../support/server/free-port.ts'
import {
  type IdentityProvider,
  startIdentityProvider,
} from '../../support/server/identity-provider.ts'
import { startServer } from '../../support/server/running-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { makeOrganization, makeSession, makeUser } from '../../support/worlds/factories.ts'

const password = 'violet kettle drum 9'
const domain = 'clinic.example'

// The certificate of the provider is for this test alone.
test.use({ ignoreHTTPSErrors: true })

/** A server and the provider of one of its organizations. */
async function startFirm(page: Page) {
  const stack = new AsyncDisposableStack()
  const folder = stack.use(await temporaryFolder())
  const databaseUrl = `file:${join(folder.path, 'aman.db')}`
  const place = stack.use(await openPlace(databaseUrl))
  const organizationId = await makeOrganization(place, { name: 'Cedar Clinic' })
  const actor = { actor_id: null, actor_role: 'operator', address: '' } as const
  await approveDomain(place, organizationId, domain, actor)
  const port = await freePort()
  const site = `http://localhost:${port}`
  const redirectUri = `${site}/api/auth/login/single-sign-on/callback/${organizationId}`
  const provider = stack.use(
    await startIdentityProvider((name) => ({
      sub: name,
      email: `${name}@${domain}`,
      email_verified: true,
    })),
  )
  provider.register({ redirectUri })
  const authority = join(folder.path, 'provider.pem')
  await writeFile(authority, provider.ca)
  stack.use(
    await startServer(databaseUrl, {
      PORT: String(port),
      PUBLIC_URL: site,
      OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: authority,
    }),
  )
  const make = (username: string, role: 'employee' | 'super_admin') =>
    makeUser(place, {
      ...{ username, role, organizationId, password },
      email: `${username}@${domain}`,
    })
  const amina = await make('amina', 'super_admin')
  await make('rania', 'employee')
  // A page that still loads when its server ends reports an error.
  stack.defer(() => page.close())
  return {
    site,
    provider,
    make,
    /** The super admin, who is in no step of a sign-in. */
    signInAmina: async (users: Users) =>
      users.signIn(page, { token: await makeSession(place, amina) }, site),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function signIn(page: Page, site: string, username: string) {
  await page.goto(`${site}/login`)
  await enterPassword(page, username, password)
}

async function openSettings(page: Page, site: string) {
  await page.goto(`${site}/dashboard/admin?tab=organizations`)
  await button(page, 'View Details of Cedar Clinic').press('Enter')
  // It is the last tab once the page knows what this backend can do.
  await expect(page.getByRole('tab', { name: 'Sign-in' })).toBeVisible()
  await page.getByRole('tab', { name: 'Details', exact: true }).press('End')
  const section = page.getByRole('region', { name: 'Single sign-on' })
  await expect(section.getByLabel('Issuer')).toBeVisible()
  return section
}

/** A super admin connects the provider, by keyboard. */
async function connect(page: Page, site: string, provider: IdentityProvider) {
  const section = await openSettings(page, site)
  await section.getByLabel('Issuer').fill(provider.issuer)
  await button(page, 'Check the issuer').press('Enter')
  await expect(section.getByText(/^This works\. Users sign in at 127\.0\.0\.1/)).toBeVisible()
  await section.getByLabel('Client ID').fill(provider.clientId)
  await section.getByLabel('Client secret').fill(provider.clientSecret)
  await section.getByLabel('Who signs in there').selectOption('optional')
  await section.getByLabel('Client ID').press('Enter')
  await expect(page.getByText('Single sign-on saved')).toBeVisible()
  await expect(section.getByText('A secret is kept. Leave this empty to keep it.')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
}

/** The open dialog is printed to its end, alone and without what can only be pressed. */
async function expectWholeOnPaper(page: Page) {
  await page.emulateMedia({ media: 'print' })
  const dialog = page.getByRole('dialog')
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await expect(dialog.getByRole('tab')).toHaveCount(1)
  const pressed = dialog.getByRole('button').and(page.locator('.button'))
  await expect(pressed).toHaveCount(0)
  const { cut, past } = await dialog.evaluate((it) => ({
    cut: it.scrollHeight - it.clientHeight,
    past: it.clientHeight - innerHeight,
  }))
  expect(cut).toBeLessThanOrEqual(0)
  expect(past).toBeGreaterThan(0)
  await page.emulateMedia({ media: null })
}

/** Also from an open dialog. */
async function signOut(page: Page) {
  await page.keyboard.press('Escape')
  await button(page, 'Logout').press('Enter')
  await expect(page.getByLabel('Username')).toBeVisible()
}

/** From the sign-in page to the page of the provider, by keyboard. */
async function leaveForProvider(page: Page, site: string, email: string) {
  await page.goto(`${site}/login`)
  await button(page, 'Sign in with your organization').press('Enter')
  await expect(page.getByLabel('Work email')).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/interaction\//)
}

async function signInThere(page: Page, name: string) {
  await page.locator('input[name=name]').fill(name)
  await page.keyboard.press('Enter')
}

test('an organization connects its provider, an employee signs in there by keyboard, and what it refuses is said in words', {
  tag: ['@arabic'],
}, async ({ page, users, console }) => {
  console.expect(/Failed to load resource|404 POST .*single-sign-on|40[13] POST/)
  await using firm = await startFirm(page)
  const { site, provider } = firm
  await firm.signInAmina(users)
  await connect(page, site, provider)
  await expectWholeOnPaper(page)
  await signOut(page)

  await page.goto(`${site}/dashboard/employee?tab=flags`)
  await button(page, 'Sign in with your organization').press('Enter')
  await page.getByLabel('Work email').fill('rania@other.example')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'There is no single sign-on for this address.',
  )
  expect(await findViolations(page)).toEqual([])
  await expectLargeTextFits(page)
  await page.getByLabel('Work email').fill(`rania@${domain}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/interaction\//)
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await signInThere(page, 'rania')
  await expect(page).toHaveURL(`${site}/dashboard/employee?tab=flags`)
  await expect(page.getByRole('main')).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('aman_access_token'))
  expect(addresses.filter((address) => address.includes(token ?? 'none'))).toEqual([])
  await signOut(page)

  // A user of the provider who is no user here is linked by hand to the one with another address.
  await page.context().clearCookies()
  await leaveForProvider(page, site, domain)
  await signInThere(page, 'omar.old')
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'no active user here belongs to you',
  )
  expect(await findViolations(page)).toEqual([])
  await button(page, 'Sign in with a password').press('Enter')
  await expect(page.getByLabel('Username')).toBeFocused()
  await firm.make('omar', 'employee')
  await firm.signInAmina(users)
  await page.goto(`${site}/dashboard/admin?tab=users`)
  await page.getByRole('searchbox').fill('omar')
  const edit = page.getByRole('button', { name: /^Edit/ })
  await expect(edit).toHaveCount(1)
  await edit.press('Enter')
  await button(page, `Use the subject of omar.old@${domain}`).press('Enter')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Unlink')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.context().clearCookies()
  await test.step('with single sign-on only no password works', async () => {
    const section = await openSettings(page, site)
    await section.getByLabel('Who signs in there').selectOption('only')
    await expect(section.getByLabel('User who may still use the password')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await section.getByLabel('Client ID').press('Enter')
    await expect(page.getByText('Single sign-on saved')).toBeVisible()
    await signOut(page)

    await signIn(page, site, 'rania')
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'Your organization signs in by single sign-on.',
    )
    await page.getByLabel('Username').fill(`rania@${domain}`)
    await button(page, 'Sign in with your organization').press('Enter')
    await expect(page).toHaveURL(/\/interaction\//)
    // The provider speaks English alone.
    await page.locator('button[name=cancel]').press('Enter')
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'Your organization did not let you in.',
    )
    expect(page.url()).toMatch(/\/login\/?$/)

    await page.getByLabel('Work email').fill(`rania@${domain}`)
    await page.keyboard.press('Enter')
    await signInThere(page, 'rania')
    await expect(page).toHaveURL(`${site}/dashboard/employee`)
    await page.goto(`${site}/dashboard/account`)
    await expect(
      page.getByText('You sign in with your organization, and only there.'),
    ).toBeVisible()
    await expect(page.getByLabel('Current password')).toHaveCount(0)
  })
})
