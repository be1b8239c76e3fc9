import { expect, test } from '../../support/browser/browser.ts'
import { findOverlaps } from '../../support/browser/overlaps.ts'

test.use({ viewport: { width: 360, height: 640 } })

test('the header has the search and the name at any width, in the order of the keyboard', async ({
  page,
  users,
}) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  await page.goto('/dashboard/account')
  const header = page.getByRole('banner')
  await expect(header.locator('[hreflang]')).toBeAttached()
  for (const [width, percent] of [
    [1280, 100],
    [1024, 100],
    [390, 100],
    [390, 200],
    [320, 100],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`
    }, percent)
    const at = `${width} px, ${percent} %`
    await expect(header.getByRole('button', { name: 'Search' }), at).toBeVisible()
    expect(await findOverlaps(page, 'header'), at).toEqual([])
    await header.getByRole('link', { name: 'Aman' }).focus()
    const boxes: { top: number; left: number; bottom: number }[] = []
    for (;;) {
      const box = await page.evaluate(() => {
        const focused = document.activeElement
        const { top, left, bottom } = focused?.getBoundingClientRect() ?? new DOMRect()
        return focused?.closest('header') ? { top, left, bottom } : undefined
      })
      if (box === undefined) break
      boxes.push(box)
      await page.keyboard.press('Tab')
    }
    expect(boxes.length, at).toBe(width >= 1024 ? 9 : 4)
    const read = boxes.toSorted((one, other) =>
      one.top >= other.bottom || other.top >= one.bottom
        ? one.top - other.top
        : one.left - other.left,
    )
    expect(boxes, at).toEqual(read)
  }
})
