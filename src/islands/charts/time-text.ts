import type { $chartWords } from '../../lib/charts/words/chart.words.yaml'
import { formatDay } from '../../lib/core/format/days.ts'

/** 'Mar 9, 2026', or 'Week of Mar 9, 2026'. */
export function timeText(
  time: string,
  step: 'day' | 'week',
  words: ReturnType<typeof $chartWords.get>,
): string {
  const day = formatDay(time)
  return step === 'day' ? day : words.week({ day })
}
