import { median, spread } from '../../../tests/support/server/statistics.ts'
import type { Bar } from '../bar.ts'
import type { PageResult, SiteFigures } from './measure.ts'

/** A multiple of the floor page's time. */
const questionLimit = 1.5
const lcpLimit = 1.1
const formLimit = 1.3
const blockingMoreMs = 30

/** The site's promises; scores from below, all else from above. */
export function barsOf({ landing, policy, arabic, touches }: SiteFigures): Bar[] {
  return [
    { name: '/ HTML, brotli', value: landing.visit.load.bytes.html, limit: 12_000, unit: 'B' },
    { name: '/ar/ HTML, brotli', value: arabic.visit.load.bytes.html, limit: 12_000, unit: 'B' },
    { name: '/ requests at load', value: landing.visit.load.requests, limit: 1 },
    { name: '/ blocking requests', value: landing.visit.blockingRequests, limit: 0 },
    { name: '/ JS fetched at load', value: landing.visit.load.bytes.script, limit: 0, unit: 'B' },
    {
      name: '/ JS fetched after scrolling to the end',
      value: landing.visit.scrolled.bytes.script,
      limit: 0,
      unit: 'B',
    },
    {
      name: '/privacy-policy requests, also after scrolling',
      value: policy.visit.scrolled.requests,
      limit: 2,
    },
    {
      name: '/privacy-policy JS, inline and fetched',
      value: policy.inlineScriptBytes + policy.visit.touched.bytes.script,
      limit: 2000,
      unit: 'B',
    },
    ...[landing, policy, arabic].flatMap(({ path, lighthouse, visit, floor }): Bar[] => [
      ...Object.entries(lighthouse.scores).map(([name, value]): Bar => {
        return { name: `${path} Lighthouse ${name}`, value, limit: 100, unit: '', isAtLeast: true }
      }),
      { name: `${path} CLS at load`, value: lighthouse.metrics.cls, limit: 0 },
      {
        name: `${path} layout shift of a whole visit`,
        value: visit.layoutShift,
        limit: 0,
      },
      {
        name: `${path} TBT, more than the floor's`,
        value: lighthouse.metrics.tbtMs - floor.lighthouse.metrics.tbtMs,
        limit: blockingMoreMs,
        unit: 'ms',
        floorSpread: lcpSpread(floor),
      },
    ]),
    ...[landing, arabic].map(({ path, lighthouse, floor }): Bar => {
      return {
        name: `${path} LCP, times the floor`,
        value: lighthouse.metrics.lcpMs / floor.lighthouse.metrics.lcpMs,
        limit: lcpLimit,
        floorSpread: lcpSpread(floor),
      }
    }),
    {
      name: '/ question, tap to open, times the floor',
      value: median(touches.question) / median(touches.floorQuestion),
      limit: questionLimit,
      floorSpread: spread(touches.floorQuestion),
    },
    {
      name: '/ form, first touch to alert, times the same bytes alone',
      value: median(touches.form) / median(touches.floorForm),
      limit: formLimit,
      floorSpread: spread(touches.floorForm),
    },
  ]
}

/** Both pages wait for the same line and processor; blocking time itself is often 0. */
function lcpSpread({ runs }: PageResult['floor']): number {
  return spread(runs.map(({ metrics }) => metrics.lcpMs))
}
