import { median, spread } from '../../../tests/support/server/statistics.ts'
import type { Bar } from '../bar.ts'
import type { Scored } from './lighthouse.ts'
import type { TouchTimes } from './touch.ts'
import type { Visited } from './traffic.ts'

interface SiteFigures {
  readonly visited: Readonly<Record<string, Visited>>
  readonly touches: readonly TouchTimes[]
  readonly scored: readonly Scored[]
}

/** A front page in one packet of the line, that asks for nothing more. */
function barsOfVisit(path: string, { page, inlineScriptBytes }: Visited): Bar[] {
  const { load, scrolled, touched, blockingRequests } = page
  const bar = (name: string, value: number, limit: number, unit = ''): Bar => {
    return { name: `${path} ${name}`, value, limit, unit }
  }
  if (path === '/privacy-policy') {
    const scriptBytes = inlineScriptBytes + touched.bytes.script
    return [
      bar('requests, also after scrolling', scrolled.requests, 2),
      bar('JS, inline and fetched', scriptBytes, 2000, 'B'),
    ]
  }
  const html = bar('HTML, brotli', load.bytes.html, 12_000, 'B')
  if (path !== '/') return [html]
  return [
    html,
    bar('requests at load', load.requests, 1),
    bar('blocking requests', blockingRequests, 0),
    bar('JS fetched at load', load.bytes.script, 0, 'B'),
    bar('JS fetched after scrolling to the end', scrolled.bytes.script, 0, 'B'),
  ]
}

/** The site's promises; scores from below, all else from above. */
export function barsOf({ visited, touches, scored }: SiteFigures): Bar[] {
  return [
    ...Object.entries(visited).flatMap(([path, found]) => barsOfVisit(path, found)),
    ...scored.flatMap((one): Bar[] => [
      ...Object.entries(one.page.scores).map(([name, value]): Bar => {
        return { name: `${one.path} Lighthouse ${name}`, value, limit: 100, isAtLeast: true }
      }),
      { name: `${one.path} CLS at load`, value: one.page.metrics.cls, limit: 0 },
      {
        name: `${one.path} layout shift of a whole visit`,
        value: visited[one.path]?.page.layoutShift ?? Number.NaN,
        limit: 0,
      },
      {
        name: `${one.path} TBT, more than the floor's`,
        value: one.page.metrics.tbtMs - one.floor.metrics.tbtMs,
        limit: 30,
        unit: 'ms',
        floorSpread: lcpSpread(one),
      },
      // With `--lighthouse` it is a bar of every page.
      ...(one.path === '/privacy-policy' ? [] : [lcpBar(one)]),
    ]),
    ...touches.map(({ name, ms, floorMs, limit }): Bar => {
      const value = median(ms) / median(floorMs)
      return { name: `/ ${name}, times the floor`, value, limit, floorSpread: spread(floorMs) }
    }),
  ]
}

/** Of every page: 100 for what does not depend on the machine, and no slower than the plain page. */
export function barsOfScores(scored: readonly Scored[]): Bar[] {
  return scored.flatMap((one): Bar[] => {
    const performances = one.floorRuns.map(({ scores }) => scores.performance)
    return [
      ...(['accessibility', 'best-practices', 'seo'] as const).map((name): Bar => {
        const value = one.page.scores[name]
        return { name: `${one.path} ${name}`, value, limit: 100, isAtLeast: true }
      }),
      {
        name: `${one.path} performance, at least the floor's`,
        value: one.page.scores.performance,
        limit: median(performances),
        isAtLeast: true,
        floorSpread: spread(performances),
      },
      lcpBar(one),
    ]
  })
}

function lcpBar(scored: Scored): Bar {
  return {
    name: `${scored.path} LCP, times the floor`,
    value: scored.page.metrics.lcpMs / scored.floor.metrics.lcpMs,
    limit: 1.1,
    floorSpread: lcpSpread(scored),
  }
}

/** Both pages wait for the same line and processor; blocking time itself is often 0. */
function lcpSpread({ floorRuns }: Scored): number {
  return spread(floorRuns.map(({ metrics }) => metrics.lcpMs))
}
