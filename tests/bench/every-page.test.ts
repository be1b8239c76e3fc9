import { expect, test } from 'vitest'
import { judge } from '../../tools/bench/bar.ts'
import { barsOfPages, listedPages } from '../../tools/bench/site/every-page.ts'
import type { LighthouseRun } from '../../tools/bench/site/lighthouse.ts'

const run = (performance: number, accessibility = 100, lcpMs = 1): LighthouseRun => ({
  scores: { performance, accessibility, 'best-practices': 100, seo: 100 },
  metrics: { fcpMs: 1, lcpMs, tbtMs: 0, cls: 0 },
  failed: [],
  culprits: [],
  version: '13',
})

test('Lighthouse is run on every page of the sitemap, in each language, beside a floor of its own', () => {
  const sitemap =
    '<url><loc>https://aman.example/</loc></url><url><loc>https://aman.example/ar/pricing</loc></url>'
  expect(listedPages(sitemap)).toEqual([
    { path: '/', floor: '/floor-page-0' },
    { path: '/ar/pricing', floor: '/floor-page-1' },
  ])
  expect(() => listedPages('<urlset/>')).toThrow('lists no page')
})

test('a page fails with a point less than 100, or slower than its floor', () => {
  const page = { path: '/', floor: '/floor-page-0' }
  const verdicts = (own: LighthouseRun) =>
    barsOfPages([{ ...page, runs: [own], floorRuns: [run(99, 100, 2)] }]).map(judge)
  expect(verdicts(run(99, 100, 2.2))).toEqual(['holds', 'holds', 'holds', 'holds', 'holds'])
  expect(verdicts(run(98, 96))).toEqual(['FAILS', 'holds', 'holds', 'FAILS', 'holds'])
  expect(verdicts(run(99, 100, 2.3)).at(-1)).toBe('FAILS')
})
