import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { openWhole } from '../../support/browser/first-calls.ts'
import { findOverlaps } from '../../support/browser/overlaps.ts'
import { makeOrganization } from '../../support/worlds/factories.ts'
import { makeFlag, reportScans } from '../../support/worlds/mail-factories.ts'

/* Arabic on wider windows: its times are longer and its lines are higher than English ones. */

/** The distances of the texts from the right end of the window. */
function rightEnds(texts: Locator): Promise<number[]> {
  return texts.evaluateAll((all) =>
    all.map((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return Math.round(range.getBoundingClientRect().right)
    }),
  )
}

/** Tops and heights of fields and buttons that stand in one row. */
function rowsOf(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((all) => [
    ...new Set(
      all
        .map((it) => it.getBoundingClientRect())
        // A picker's hidden field is not seen.
        .filter(({ height }) => height > 1)
        .map(({ top, height }) => `${top} ${height}`),
    ),
  ])
}

test('tables and fields keep their order on wide windows', { tag: '@all' }, async ({
  page,
  place,
  users,
}) => {
  for (const width of [1000, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const organizationId = await makeOrganization(place, {
      name: `Olive Branch ${crypto.randomUUID().slice(0, 8)}`,
    })
    const user = await users.make({
      organizationId,
      role: 'super_admin',
      full_name: 'Hussein Majali',
    })
    // A call that is not allowed is an entry of the activity.
    const member = await users.make({ organizationId, full_name: 'Khaled Rawashdeh' })
    await page.request.get('/api/admin/users', {
      headers: { authorization: `Bearer ${member.token}` },
    })
    await users.signIn(page, user)
    await page.goto('/ar/dashboard/admin?view=activity')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    expect(await findOverlaps(page, '[role=row]')).toEqual([])

    await page.goto('/ar/dashboard/admin?tab=users')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    expect(await findOverlaps(page, '[role=row]')).toEqual([])
    expect(await rowsOf(page, 'main .field :is(input, select)')).toHaveLength(1)
    const numbers = page.locator('[role=cell][data-number=true]')
    expect(new Set(await rightEnds(numbers)).size).toBe(1)
  }
})

test('a sender keeps its room in the list of messages, and the button that adds a flag its line', {
  tag: '@all',
}, async ({ page, place, users }) => {
  await test.step('a sender keeps its room in the list of messages at 768 px', async () => {
    await page.setViewportSize({ width: 768, height: 900 })
    const user = await users.make()
    const sender = 'newsletter@marketwatch.example'
    await reportScans(place, user, [{ sender, threat_level: 'safe', subject: 'Morning summary' }])
    await makeFlag(place, user, { flag_type: 'green', value: sender })
    await users.signIn(page, user)
    for (const path of ['', '/ar']) {
      await page.goto(`${path}/dashboard/employee?view=messages`)
      const subject = page.getByText('Morning summary')
      await expect(subject).toBeVisible()
      expect(await subject.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true)
    }
  })
  await test.step('the button that adds a flag stands in line with the field beside it', async () => {
    await users.signIn(page, await users.make())
    for (const path of ['', '/ar']) {
      await page.goto(`${path}/dashboard/employee?tab=flags`)
      const form = page.locator('main form', { has: page.locator('[name=reason]') })
      await expect(form).toBeVisible()
      // On wide windows another field of their row has a hint below it.
      for (const [width, side] of [
        [768, 'bottom'],
        [1440, 'top'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 })
        const [field = 0, button = 0] = await form
          .locator('[name=reason], [type=submit]')
          .evaluateAll((all, end) => all.map((it) => it.getBoundingClientRect()[end]), side)
        expect(Math.abs(field - button), `${path} at ${width} px`).toBeLessThan(1)
      }
    }
  })
})

test('the buttons of a user and of an organization, and the numbers of cards, stand side by side', {
  tag: '@all',
}, async ({ page, place, users }) => {
  await test.step('the buttons of a user and of an organization stand side by side', async () => {
    const organizationId = await makeOrganization(place, {
      name: `Olive Branch ${crypto.randomUUID().slice(0, 8)}`,
    })
    await users.signIn(page, await users.make({ organizationId, role: 'super_admin' }))
    for (const path of ['', '/ar']) {
      for (const tab of ['users', 'organizations']) {
        await page.goto(`${path}/dashboard/admin?tab=${tab}`)
        const buttons = page.locator('[role=cell][data-part=actions]').first().locator('.button')
        await expect(buttons).toHaveCount(2)
        for (const width of [1160, 1440]) {
          await page.setViewportSize({ width, height: 900 })
          const tops = await buttons.evaluateAll((all) =>
            all.map((it) => it.getBoundingClientRect().top),
          )
          expect(new Set(tops).size, `${path} ${tab} at ${width} px`).toBe(1)
        }
      }
    }
  })
  await test.step('the numbers of cards stand side by side, however many lines the words above them take', async () => {
    await users.signIn(page, await users.make({ role: 'super_admin' }))
    for (const path of ['', '/ar']) {
      await openWhole(page, `${path}/dashboard/admin`)
      const cards = page.locator('main li:has(> h2):has(> strong)')
      for (const width of [768, 1000, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const tops = await cards
          .locator('strong')
          .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top))
        expect(tops).toHaveLength(3)
        expect(new Set(tops).size, `${path} at ${width} px`).toBe(1)
      }
    }
  })
})

test('in both languages the header of the policy is one line at 768 px, with its navigation in a menu', {
  tag: '@all',
}, async ({ page }) => {
  for (const path of ['/privacy-policy', '/ar/privacy-policy']) {
    await page.setViewportSize({ width: 768, height: 900 })
    await page.goto(path)
    const header = page.locator('.site-header')
    const tops = await header
      .locator('.button')
      .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top))
    expect(tops).toHaveLength(3)
    expect(new Set(tops).size).toBe(1)
    await expect(header.locator('nav')).toBeHidden()
    await header.getByRole('button').click()
    await expect(header.locator('nav').locator('[hreflang]')).toBeVisible()
  }
})
