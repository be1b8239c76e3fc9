import type { PageResult } from './measure.ts'

export interface Bar {
  readonly name: string
  readonly value: number
  readonly limit: number
  readonly unit: string
  readonly isAtLeast?: true
}

export function holds({ value, limit, isAtLeast }: Bar): boolean {
  return isAtLeast ? value >= limit : value <= limit
}

/** What the site promises of itself; scores from below, all else from above. */
export function barsOf(landing: PageResult, policy: PageResult): Bar[] {
  return [
    { name: '/ HTML, brotli', value: landing.visit.load.bytes.html, limit: 12_000, unit: 'B' },
    { name: '/ requests at load', value: landing.visit.load.requests, limit: 1, unit: '' },
    { name: '/ blocking requests', value: landing.visit.blockingRequests, limit: 0, unit: '' },
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
      unit: '',
    },
    {
      name: '/privacy-policy JS, inline and fetched',
      value: policy.inlineScriptBytes + policy.visit.touched.bytes.script,
      limit: 2000,
      unit: 'B',
    },
    ...[landing, policy].flatMap(({ path, lighthouse, visit }): Bar[] => [
      ...Object.entries(lighthouse.scores).map(([name, value]): Bar => {
        return { name: `${path} Lighthouse ${name}`, value, limit: 100, unit: '', isAtLeast: true }
      }),
      { name: `${path} CLS at load`, value: lighthouse.metrics.cls, limit: 0, unit: '' },
      {
        name: `${path} layout shift of a whole visit`,
        value: visit.layoutShift,
        limit: 0,
        unit: '',
      },
      { name: `${path} TBT`, value: lighthouse.metrics.tbtMs, limit: 50, unit: 'ms' },
    ]),
    {
      name: '/ LCP, times the floor',
      value: landing.lighthouse.metrics.lcpMs / landing.floor.lighthouse.metrics.lcpMs,
      limit: 1.15,
      unit: '',
    },
    {
      name: '/ question, tap to open',
      value: landing.touchMs?.question ?? NaN,
      limit: 100,
      unit: 'ms',
    },
    {
      name: '/ form, first touch to alert',
      value: landing.touchMs?.form ?? Number.NaN,
      limit: 1300,
      unit: 'ms',
    },
  ]
}
