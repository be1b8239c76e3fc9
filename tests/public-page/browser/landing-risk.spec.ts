import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'

/** The bars on the screen as shares of the scale, from the side at which reading begins. */
const barsOf = (page: Page) =>
  page.locator('.reasons li > svg').evaluateAll((drawings) =>
    drawings.map((drawing) => {
      const scale = drawing.getBoundingClientRect()
      const bar = drawing.querySelector('path')?.getBoundingClientRect()
      const isRight = getComputedStyle(drawing).direction === 'rtl'
      const start = isRight ? scale.right - (bar?.right ?? 0) : (bar?.left ?? 0) - scale.left
      const inShare = (pixels: number) => Math.round((pixels / scale.width) * 100)
      return { start: inShare(start), length: inShare(bar?.width ?? 0) }
    }),
  )

test('a risk score is explained in the words of the dashboards, as an example, with bars that follow each other at any width', async ({
  page,
}) => {
  await page.goto('/')
  const picture = page.locator('.reasons')
  await expect(picture.getByText('Example with made-up senders')).toBeVisible()
  await expect(picture.getByRole('heading')).toHaveText('Why 66')
  await expect(picture).toContainText('Medium Risk')
  await expect(picture).toContainText('Without new attacks: Low Risk in about 7 weeks.')
  const parts = picture.getByRole('listitem')
  const asShown = { useInnerText: true }
  const texts = [
    /^\s*account-verify\.example\s+Malicious\s+Kept out\s+10 when it came, 9\.3 today\s+23\s*$/,
    /^\s*\S+\.example\s+Malicious\s+Kept out\s+10 when it came, 7\.6 today\s+18\s*$/,
    /^\s*\S+\.example\s+Malicious\s+Kept out\s+10 when it came, 5\.9 today\s+14\s*$/,
    /^\s*\S+\.example\s+Suspicious\s+Reached your inbox\s+3 when it came, 2\.7 today\s+7\s*$/,
    /^\s*All other dangerous email\s+4 emails\s+1\.5 today\s+4\s*$/,
    /^\s*Together\s+8 emails\s+27 today\s+66\s*$/,
  ]
  await expect(parts).toHaveText(texts, asShown)
  await expectBars(page)
  await page.goto('/ar/')
  await expect(picture.getByRole('heading')).toHaveText('لماذا 66')
  await expect(picture).toContainText('من دون هجمات جديدة: خطورة منخفضة بعد نحو 7 أسابيع.')
  await expect(parts.last()).toHaveText(/المجموع\s+8 رسائل\s+27 اليوم\s+66/, asShown)
  await expectBars(page)
})

/** Each bar begins where the one before it ends, and every text is readable and inside. */
async function expectBars(page: Page): Promise<void> {
  for (const width of [320, 768, 960, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await barsOf(page), `at ${width} px`).toEqual([
      { start: 0, length: 23 },
      { start: 23, length: 18 },
      { start: 41, length: 14 },
      { start: 55, length: 7 },
      { start: 62, length: 4 },
      { start: 0, length: 66 },
    ])
    const wrong = await page.locator('.reasons *').evaluateAll((all) =>
      all.flatMap((element) => {
        const text = [...element.childNodes]
          .filter((node) => node.nodeType === Node.TEXT_NODE)
          .map((node) => node.textContent?.trim())
          .join('')
        const size = Number.parseFloat(getComputedStyle(element).fontSize)
        const box = element.getBoundingClientRect()
        const frame = element.closest('.reasons')?.getBoundingClientRect()
        const isOutside = frame && (box.left < frame.left || box.right > frame.right)
        return text !== '' && (size < 12 || isOutside) ? [`${text}: ${size} px`] : []
      }),
    )
    expect(wrong, `at ${width} px`).toEqual([])
  }
}
