import type { Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { callTo, enterPassword } from '../../support/browser/screen.ts'
import { serverUnderTest } from '../../support/server/server-under-test.ts'
import { answerWebhooks, webhooksInEachState } from '../../support/webhooks/webhook-answers.ts'
import { answerEmployee, counted } from '../../support/worlds/employee-answers.ts'
import { makeSession } from '../../support/worlds/factories.ts'

const failed = { status: 500, headers: { 'x-request-id': '7F3K-2QX' }, json: {} }

test.beforeEach(({ console }) => console.expect(/500|401/))

/** Every call to the path fails, also after a filter or a page was added. */
function fail(page: Page, path: string) {
  return page.route(callTo(`/api${path}`), (route) => route.fulfill(failed))
}

/** The text stands to the letter in an element of its own, with the reference below it. */
async function expectReference(page: Page, text: string) {
  const words = page.getByText(text, { exact: true })
  const reference = page.getByText('Reference 7F3K-2QX', { exact: true })
  await expect(words).toBeVisible()
  await expect(reference).toBeVisible()
  // In one step: a dialog moves while it opens.
  const gap = await reference.evaluate(
    (below, above) =>
      below.getBoundingClientRect().top - (above?.getBoundingClientRect().bottom ?? 0),
    await words.elementHandle(),
  )
  expect(gap).toBeGreaterThanOrEqual(0)
  expect(await findViolations(page)).toEqual([])
}

test.describe('a form of the way in that the server fails at names the request', {
  tag: ['@arabic'],
}, () => {
  test('at the second step', async ({ page }) => {
    const params = { challenge: 'c', methods: ['totp', 'recovery-code'], seconds_left: 300 }
    const json = { code: 'second_factor_required', params }
    await page.route(callTo('/api/auth/login'), (route) => route.fulfill({ status: 401, json }))
    await fail(page, '/auth/login/code')
    await page.goto('/login')
    await enterPassword(page, 'rania', 'some password')
    await page.getByLabel('Code', { exact: true }).fill('123456')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expectReference(page, 'Login failed')
  })

  test('at a forgotten password', async ({ page }) => {
    await fail(page, '/auth/login/forgotten-password')
    await page.goto('/set-password')
    await page.getByLabel('Username or email').fill('rania')
    await page.getByRole('button', { name: 'Send link' }).click()
    await expectReference(page, 'The link could not be requested')
  })

  test('at a link that could not be checked', async ({ page }) => {
    await fail(page, '/auth/password-link')
    await page.goto('/set-password#secret')
    const heading = page.getByRole('heading', { name: 'The link could not be checked' })
    await expect(heading).toBeFocused()
    await expect(page.getByText('Reference 7F3K-2QX', { exact: true })).toBeVisible()
  })

  test('at a new password', async ({ page }) => {
    const json = { purpose: 'password-reset', username: 'rania', organization: '', invited_by: '' }
    await page.route(callTo('/api/auth/password-link'), (route) => route.fulfill({ json }))
    await fail(page, '/auth/password-link/password')
    await page.goto('/set-password#secret')
    await page.getByLabel('New password', { exact: true }).fill('quiet zebra juggles lanterns')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expectReference(page, 'The password was not set')
  })

  test('on the way to the provider of an organization', async ({ page }) => {
    await fail(page, '/auth/login/single-sign-on')
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in with your organization' }).click()
    await page.getByLabel('Work email').fill('rania@cedar.example')
    await page.keyboard.press('Enter')
    await expectReference(page, 'The sign-in could not be started')
  })

  test('at a passkey', async ({ page }) => {
    await fail(page, '/auth/login/passkey/options')
    // Passkeys belong to a name, never to an IP address.
    await page.goto(`${serverUnderTest.environment.PUBLIC_URL}/login`)
    await page.getByRole('button', { name: 'Sign in with a passkey', exact: true }).click()
    await expectReference(page, 'Login failed')
  })

  test('on the way back from the provider', async ({ page }) => {
    await fail(page, '/auth/login/single-sign-on/finish')
    await page.goto('/login#single-sign-on=code')
    await expectReference(page, 'Login failed')
  })
})

test.describe('a dialog that the server fails at names the request', {
  tag: ['@arabic'],
}, () => {
  test('at a mail that is checked', async ({ page, users }) => {
    await users.signIn(page, await users.make())
    await answerEmployee(page, { ...counted, mail_checks: 'offered' })
    await fail(page, '/mail-checks')
    await page.goto('/dashboard/employee')
    await page.getByRole('button', { name: 'Check a mail', exact: true }).click()
    const mail = { name: 'a.eml', mimeType: 'message/rfc822', buffer: Buffer.from('From: a@b.c') }
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(mail)
    await expectReference(page, 'The email could not be checked')
  })

  test('at the window of the provider', async ({ page, place, users, console }) => {
    console.expect(/403/)
    const user = await users.make()
    await users.signIn(page, user)
    await place.database
      .updateTable('sessions')
      .set({ confirmed_at: new Date(0).toISOString(), is_single_sign_on: 1 })
      .where('user_id', '=', user.id)
      .execute()
    await makeSession(place, user)
    await fail(page, '/auth/login/single-sign-on/confirm')
    await page.goto('/dashboard/account')
    await page.getByRole('button', { name: 'End all other sessions', exact: true }).click()
    await page.getByRole('button', { name: 'Confirm with your organization' }).click()
    await expectReference(page, 'Your organization could not be opened')
  })
})

const entry = {
  at: '2026-03-02T09:00:00.000Z',
  ...{ actor_role: 'super_admin', actor_name: 'Rania', action: 'organization-create' },
  ...{ target_type: 'organization', target_name: 'Cedar Clinic', address: '', detail: '' },
}

test.describe('a list that the server fails at names the request', {
  tag: ['@arabic'],
}, () => {
  test.beforeEach(async ({ page, users }) => {
    await users.signIn(page, await users.make({ role: 'super_admin' }))
  })

  for (const [view, path, text] of [
    ['activity', '/admin/audit', 'Failed to load the activity'],
    ['webhooks', '/admin/webhook-deliveries', 'Failed to load the messages'],
  ] as const) {
    test(`of the view ${view}`, async ({ page }) => {
      await answerWebhooks(page, webhooksInEachState)
      await fail(page, path)
      await page.goto(`/dashboard/admin?view=${view}`)
      await expectReference(page, text)
    })
  }

  test('at its next page, whose button tries again', async ({ page }) => {
    let isBroken = true
    await page.route(callTo('/api/admin/audit'), (route) => {
      const isNext = new URL(route.request().url()).searchParams.has('cursor')
      if (isNext && isBroken) return route.fulfill(failed)
      const id = isNext ? 1 : 2
      const link = { link: '</api/admin/audit?cursor=2>; rel="next"' }
      return route.fulfill({ json: [{ ...entry, id }], headers: isNext ? {} : link })
    })
    await page.goto('/dashboard/admin?view=activity')
    await page.getByRole('button', { name: 'Load more' }).click()
    await expectReference(page, 'Failed to load more.')
    isBroken = false
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(page.getByText('2 entries shown')).toBeVisible()
    await expect(page.getByText('Reference 7F3K-2QX')).toHaveCount(0)
  })

  test('at a search of a list that is too long to load', async ({ page }) => {
    const json = [{ id: 1, full_name: 'Rania', username: 'rania', email: 'r@cedar.example' }]
    const headers = { link: '</api/admin/users>; rel="search"; found="1200"; total="1200"' }
    await page.route(callTo('/api/admin/users'), (route) =>
      new URL(route.request().url()).searchParams.has('q')
        ? route.fulfill(failed)
        : route.fulfill({ json, headers }),
    )
    await page.goto('/dashboard/admin?tab=users')
    await page.getByRole('searchbox').fill('rania')
    await expectReference(page, 'The search could not be completed')
  })
})

test('messages that the server fails at name the request', async ({ page, users }) => {
  await users.signIn(page, await users.make())
  await fail(page, '/messages')
  await page.goto('/dashboard/employee?view=messages')
  await expectReference(page, 'Failed to load your messages')
})
