import type { Page } from '@playwright/test'
import { results } from '../../../src/content/rules/measured.ts'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { provesOnce } from '../../support/suite.ts'

const inEnglish = ([low = 0, high = 1]: readonly number[]) =>
  `${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)}%`
const inArabic = ([low = 0, high = 1]: readonly number[]) =>
  `من ${(low * 100).toFixed(1)} إلى ${(high * 100).toFixed(1)}%`

/** The mails of the third table, row after row. */
const heldOut = [
  'compromiseEnglish',
  'compromiseArabic',
  'newKindsEnglish',
  'newKindsArabic',
  'knownKindsEnglish',
  'knownKindsArabic',
  'business',
  'ordinaryEnglish',
  'ordinaryArabic',
] as const

/** Every cell of the three tables as it has to be read, row after row. */
function expectedCells(between: (interval: readonly number[]) => string, rough: string) {
  const cell = (share: number | null, interval: readonly number[], isRough = false) =>
    `${((share ?? 0) * 100).toFixed(1)}% ${between(interval)}${isRough ? rough : ''}`
  const { all, spamAssassin, texts, english, arabic } = results.crossValidation
  const filters = [all, spamAssassin, texts, english, arabic].flatMap(({ judge, rspamd }) => [
    judge,
    rspamd,
  ])
  return [
    filters.map(({ atOnePercent, atOnePerMille }) =>
      [atOnePercent, atOnePerMille].map(({ recall, interval, note }) =>
        cell(recall, interval, note !== undefined),
      ),
    ),
    filters.map(({ attacks, ordinary }) =>
      [attacks, ordinary].map(({ share, interval }) => cell(share, interval)),
    ),
    heldOut.map((name) => {
      const { judge, rspamd } = results.heldOut[name]
      return [judge, rspamd].map(({ share, interval }) => cell(share, interval))
    }),
  ]
}

/** The cells of each table's rows that have figures. */
async function shownCells(page: Page): Promise<string[][][]> {
  const tables = await page.locator('main table').all()
  return Promise.all(
    tables.map(async (table) => {
      const rows = await table.locator('tbody tr:has(td)').all()
      return Promise.all(rows.map((row) => row.locator('td').allInnerTexts()))
    }),
  ).then((all) =>
    all.map((rows) => rows.map((cells) => cells.map((it) => it.replace(/\s+/g, ' ').trim()))),
  )
}

for (const { path, between, rough, colorScheme } of [
  { path: '/accuracy', between: inEnglish, rough: ', rough', colorScheme: 'light' },
  { path: '/ar/accuracy', between: inArabic, rough: '، تقريبًا', colorScheme: 'dark' },
] as const) {
  test(`${path} shows the committed results, each in its row, in one piece on a narrow phone`, async ({
    page,
  }) => {
    // The smallest window that shows the header with one more page.
    await page.setViewportSize({ width: 1024, height: 720 })
    await page.goto(path)
    expect(await shownCells(page)).toEqual(expectedCells(between, rough))
    const heads = await page.locator('main [scope=rowgroup]').allInnerTexts()
    const counts = heads.map((head) => head.match(/\d[\d,]*/g) ?? [])
    const { all, arabic } = results.crossValidation
    const written = ({ attacks, ordinary }: typeof all) =>
      [attacks, ordinary].map((it) => it.toLocaleString('en'))
    expect(counts[0]).toEqual(written(all))
    expect(counts[4]).toEqual(written(arabic))
    expect(heads.at(-2)).toContain(results.heldOut.business.judge.of.toLocaleString('en'))
    const foot = page.locator('main .foot')
    await expect(foot).toContainText(results.model)
    await expect(foot).toContainText(`rspamd ${results.rspamd}`)
    await expect(page.locator('main')).not.toContainText('{')

    await expect(page.locator('.site-header nav')).toBeVisible()
    const boxes = await page
      .locator('.site-header > div > :is(a, nav)')
      .evaluateAll((every) => every.map((it) => it.getBoundingClientRect()))
    const middles = boxes.map(({ top, bottom }) => Math.round((top + bottom) / 2))
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(8)

    await page.setViewportSize({ width: 320, height: 720 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    const lines = await page
      .locator('main td > b')
      .evaluateAll((every) => every.map((it) => it.getClientRects().length))
    expect(new Set(lines)).toEqual(new Set([1]))
    const clipped = await page
      .locator('main td, main th')
      .evaluateAll((every) => every.filter((it) => it.scrollWidth > it.clientWidth).length)
    expect(clipped).toBe(0)
    for (const scheme of provesOnce ? [colorScheme] : (['light', 'dark'] as const)) {
      await page.emulateMedia({ colorScheme: scheme })
      expect(await findViolations(page), scheme).toEqual([])
    }
  })
}
