import { expect, test } from '../../support/browser/browser.ts'
import { makeFlag } from '../../support/worlds/mail-factories.ts'

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
