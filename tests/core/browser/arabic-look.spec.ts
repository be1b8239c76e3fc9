import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { openWhole } from '../../support/browser/first-calls.ts'
import { findOverlaps } from '../../support/browser/fit.ts'
import { makeOrganization } from '../../support/worlds/factories.ts'
import { makeFlag, reportScans } from '../../support/worlds/mail-factories.ts'

/* How Arabic pages look, by where their letters are drawn. */

const paths = [
  '/ar/',
  '/ar/pricing',
  '/ar/security',
  '/ar/accuracy',
  '/ar/privacy-policy',
  '/ar/404.html',
]

/**
 * Texts that were typed from left to right and are not drawn so: the first letter is not left of
 * the last one.
 */
function turnedAround(): string[] {
  const runs = /\d[\d.,]*\s?%|\d+\/\d+|[\w.+-]*@[\w.-]+\w|\b\w[\w-]*(?:\.\w[\w-]*)+/g
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const wrong: string[] = []
  const leftOf = (node: Node, index: number) => {
    const range = document.createRange()
    range.setStart(node, index)
    range.setEnd(node, index + 1)
    return range.getBoundingClientRect()
  }
  while (texts.nextNode()) {
    const node = texts.currentNode
    for (const { 0: run, index } of (node.textContent ?? '').matchAll(runs)) {
      const [first, last] = [leftOf(node, index), leftOf(node, index + run.length - 1)]
      // Not one that is hidden, or parted by the end of a line.
      const isOneLine = first.width > 0 && Math.abs(first.top - last.top) < first.height / 2
      if (isOneLine && first.left >= last.left) wrong.push(`${run}: ${node.textContent}`)
    }
  }
  return wrong
}

test('Arabic pages have letters that join, draw figures and addresses from left to right, and fit every width with their way to English', async ({
  page,
  console,
}) => {
  console.expect(/404/)
  await test.step('the logo has the same letters in every language, and Arabic letters stand upright, with room between their lines', async () => {
    const logo = () =>
      page
        .getByRole('banner')
        .locator('.logo')
        .evaluate((it) => getComputedStyle(it).fontFamily)
    const looks = async (path: string) => {
      await page.goto(path)
      return page.evaluate(() =>
        ['h1', '.aside', '.lead', '#faq p'].map((selector) => {
          const element = document.querySelector(selector)
          if (element === null) throw new Error(`no ${selector}`)
          const style = getComputedStyle(element)
          const { letterSpacing, fontStyle } = style
          const lines = Number.parseFloat(style.lineHeight) / Number.parseFloat(style.fontSize)
          return { letterSpacing, fontStyle, hasRoom: lines >= (selector === 'h1' ? 1.4 : 1.7) }
        }),
      )
    }
    const plain = { letterSpacing: 'normal', fontStyle: 'normal', hasRoom: true }
    expect(await looks('/ar/')).toEqual([plain, plain, plain, plain])
    const arabicLogo = await logo()
    const [headline, aside] = await looks('/')
    expect(arabicLogo).toBe(await logo())
    expect(headline).toMatchObject({ letterSpacing: expect.stringMatching(/^-/), hasRoom: false })
    expect(aside).toMatchObject({ fontStyle: 'italic' })
  })
  for (const path of paths) {
    await page.goto(path)
    await page.evaluate(() => {
      for (const question of document.querySelectorAll('details')) question.removeAttribute('name')
      for (const question of document.querySelectorAll('details')) question.open = true
    })
    expect.soft(await page.evaluate(turnedAround), path).toEqual([])
    const english = page.getByRole('banner').getByRole('link', { name: 'English' })
    const menu = page.getByRole('banner').getByRole('button', { name: 'القائمة' })
    for (const width of [320, 400, 768, 1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      const reach = await page.evaluate(() => document.documentElement.scrollWidth)
      expect.soft(reach, `${path} at ${width} px`).toBe(width)
      if (await menu.isVisible()) await menu.press('Enter')
      await expect.soft(english, `${path} at ${width} px`).toBeVisible()
      await page.keyboard.press('Escape')
    }
  }
})

test('a domain that begins with a digit keeps its order in the sentences of a dashboard', async ({
  page,
  users,
  place,
}) => {
  const domain = '365-firm.example'
  const user = await users.make()
  await makeFlag(place, user, { flag_type: 'red', value: domain })
  await users.signIn(page, user)
  await page.goto('/ar/dashboard/employee?view=messages')
  await page.getByRole('searchbox').fill(domain)
  const none = page.getByRole('main').getByText(domain)
  await expect(none).toBeVisible()
  expect(await page.evaluate(turnedAround)).toEqual([])
  await page.goto('/ar/dashboard/employee?tab=flags')
  await page.getByRole('button', { name: 'تعديل علامة' }).click()
  await expect(page.getByRole('dialog')).toContainText(domain)
  expect(await page.evaluate(turnedAround)).toEqual([])
})

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
