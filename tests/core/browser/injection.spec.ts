import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { callTo } from '../../support/browser/screen.ts'
import { full } from '../../support/worlds/dashboard-answers.ts'

/**
 * Closes the surrounding markup and runs script in every way that HTML, an attribute or an address allows.
 */
const hostile =
  '\'"></p></style></script><script>globalThis.taken=1</script><img src=x onerror=globalThis.taken=1><svg onload=globalThis.taken=1></svg>&lt;b&gt;javascript:globalThis.taken=1'

/** The same answer with the hostile text in every string; ids and enumerated values stay. */
function poisoned(answer: unknown): unknown {
  const few = ['threat_level', 'flag_type', 'role', 'industry']
  return JSON.parse(JSON.stringify(answer), (name, value: unknown) =>
    typeof value === 'string' && !few.includes(name) ? hostile : value,
  )
}

/** Expects no elements that only the hostile text could create, and no script links. */
async function expectNothingTaken(page: Page): Promise<void> {
  await expect(page.locator('body img, body script[src="x"], iframe, object, embed')).toHaveCount(0)
  const seen = await page.evaluate(() => ({
    taken: Reflect.get(globalThis, 'taken'),
    handlers: document.querySelectorAll('[onload], [onerror]').length,
    schemes: [...document.querySelectorAll('a[href]')]
      .map((link) => (link instanceof HTMLAnchorElement ? link.protocol : 'unknown'))
      .filter((scheme) => !['http:', 'https:', 'mailto:'].includes(scheme)),
  }))
  expect(seen).toEqual({ taken: undefined, handlers: 0, schemes: [] })
}

test('hostile text in every field of every answer appears as text on every screen', {
  tag: ['@R009'],
}, async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  for (const [path, answer] of Object.entries(full)) {
    await page.route(callTo(`/api${path}`), (route) => route.fulfill({ json: poisoned(answer) }))
  }
  await page.route('**/api/auth/me', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...Object(poisoned(await answer.json())), id: 1 } })
  })
  for (const [path, texts] of [
    ['/dashboard/employee', 6],
    ['/dashboard/employee?tab=flags', 3],
    ['/dashboard/team', 6],
    ['/dashboard/admin?tab=users', 6],
    ['/dashboard/admin?tab=organizations', 4],
  ] as const) {
    await page.goto(path)
    const shown = page.getByRole('main').getByText(hostile)
    await expect.poll(() => shown.count(), path).toBeGreaterThanOrEqual(texts)
    await expectNothingTaken(page)
  }

  await page
    .getByRole('button', { name: /^View Details/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByText(hostile).first()).toBeVisible()
  await expectNothingTaken(page)
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'User Management' }).click()
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByLabel('Username')).toHaveValue(hostile)
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Remove User / })
    .last()
    .click()
  await expect(page.getByRole('alertdialog').getByText(hostile)).toBeVisible()
  await expectNothingTaken(page)
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Flags Management' }).click()
  await page
    .getByRole('button', { name: /^Remove the flag / })
    .first()
    .click()
  await expect(page.getByRole('alertdialog').getByText(hostile)).toBeVisible()
  await expectNothingTaken(page)
})
