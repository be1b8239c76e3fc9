import type { ChartSeries } from '../../lib/charts/time-chart.ts'

/**
 * The height of the pattern that a bar is filled with: dense or loose lines, which a narrow bar still
 * shows. Danger is filled whatever stands beside it, so that a pattern means the same in every chart.
 */
export function patternHeight(tone: ChartSeries['tone']): 4 | 8 | undefined {
  if (tone === 'danger' || tone === 'accent') return undefined
  return tone === 'caution' ? 4 : 8
}

/** @param id of the patterns, see `BarPatterns` */
export function patternFill(
  id: string,
  at: number,
  tone: ChartSeries['tone'] | undefined,
): string | undefined {
  return tone === undefined || patternHeight(tone) === undefined ? undefined : `url(#${id}${at})`
}
