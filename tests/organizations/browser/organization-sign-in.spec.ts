import type { Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { expectLargeTextFits } from '../../support/browser/fit.ts'
import { button, problem, success } from '../../support/browser/screen.ts'
import { serverUnderTest } from '../../support/server/server-under-test.ts'
import { makeDomain, makeOrganization } from '../../support/worlds/factories.ts'

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Sign-in' })

/** Opens the panel 'Sign-in' of an organization by keyboard. */
async function openPanel(page: Page, name: string) {
  await page.goto('/dashboard/admin?tab=organizations')
  await page.getByRole('searchbox').fill(name)
  await openPanelOfRow(page, name)
}

async function openPanelOfRow(page: Page, name: string) {
  await button(page, `View Details of ${name}`).press('Enter')
  await expect(page.getByRole('tab', { name: 'Sign-in' })).toBeVisible()
  await page.getByRole('tab', { name: 'Details', exact: true }).press('End')
  await expect(page.getByRole('tab', { name: 'Sign-in' })).toBeFocused()
}

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
})

test('the email domains of an organization are added, approved and removed, and a token of its identity provider is made, copied, used and revoked by keyboard', {
  tag: ['@arabic'],
}, async ({ page, place, context, console }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  console.expect(/^4(?:22|09) POST .*\/domains$/)
  const unique = crypto.randomUUID()
  const name = `Cedar ${unique}`
  const other = `Olive ${unique}`
  const organizationId = await makeOrganization(place, { name })
  await makeDomain(place, await makeOrganization(place, { name: other }), `taken-${unique}.example`)
  await place.database
    .insertInto('organization_domains')
    .values({
      organization_id: organizationId,
      domain: `proposed-${unique}.example`,
      created_at: place.clock().toISOString(),
      approved_at: null,
    })
    .execute()
  await openPanel(page, name)
  const rows = panel(page).getByRole('list', { name: 'Email domains' }).getByRole('listitem')
  await expect(rows).toHaveText([/^proposed-.*waiting for approval/])
  const input = panel(page).getByRole('textbox', { name: 'Domain' })
  await input.fill('gmail.com')
  await input.press('Enter')
  await expect(input).toHaveAccessibleDescription(/^Anyone can have an address here\./)
  await input.fill(`taken-${unique}.example`)
  await input.press('Enter')
  await expect(input).toHaveAccessibleDescription(/^Another organization has this domain\./)
  await expect(
    problem(page, `The domain was not added: taken-${unique}.example is a domain of ${other}`),
  ).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await expectLargeTextFits(page)
  await input.fill(`@Cedar-${unique}.Example`)
  await input.press('Enter')
  await expect(success(page, 'Domain added')).toBeVisible()
  await expect(rows).toHaveText([/^cedar-.*Approved on/, /^proposed-/])
  await button(page, `Approve proposed-${unique}.example`).press('Enter')
  await expect(rows).toHaveText([/^cedar-/, /^proposed-.*Approved on/])
  await expect(button(page, `Remove proposed-${unique}.example`)).toBeFocused()
  await button(page, `Remove cedar-${unique}.example`).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(rows).toHaveText([/^proposed-/])
  await expect(button(page, `Remove proposed-${unique}.example`)).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await test.step('a token of an identity provider', async () => {
    const section = page.getByRole('region', { name: 'User provisioning (SCIM)' })
    await expect(section.getByText('No tokens yet.')).toBeVisible()
    await section.getByLabel('Note (optional)').fill('Entra ID')
    await button(page, 'Make token').press('Enter')
    await expect(success(page, 'Token made. Copy it now: it is not shown again.')).toBeVisible()
    const newToken = section.getByRole('textbox', { name: 'The new token' })
    await expect(newToken).toBeFocused()
    const token = await newToken.inputValue()
    await button(page, 'Copy the token').press('Enter')
    await expect(success(page, 'The new token copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
    const address = await section.getByRole('textbox', { name: 'Base address' }).inputValue()
    expect(address).toBe(`${serverUnderTest.environment.PUBLIC_URL}/api/scim/v2`)
    const ask = () =>
      fetch(`${serverUnderTest.url}/api/scim/v2/Users`, {
        headers: { authorization: `Bearer ${token}` },
      })
    expect((await ask()).status).toBe(200)
    expect(await findViolations(page)).toEqual([])
    await expectLargeTextFits(page)
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
    )
    expect(kept).not.toContain(token)
    const tokens = section.getByRole('list', { name: 'Tokens' }).getByRole('listitem')
    await button(page, 'Revoke Entra ID').press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).press('Enter')
    await expect(tokens).toHaveText([/^Entra ID.*Revoked.*Last used/])
    expect((await ask()).status).toBe(401)
    await page.keyboard.press('Escape')
    for (const openAgain of [openPanelOfRow, openPanel]) {
      await openAgain(page, name)
      await expect(tokens).toHaveCount(1)
      await expect(newToken).toHaveCount(0)
      await page.keyboard.press('Escape')
    }
  })
})
