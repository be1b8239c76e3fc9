import { formatDay } from '../../../lib/core/format/days.ts'
import type { $chartMessages } from '../../../lib/core/words/chart.words.yaml'

/** 'Mar 9, 2026', or 'Week of Mar 9, 2026'. */
export function timeText(
  time: string,
  step: 'day' | 'week',
  messages: ReturnType<typeof $chartMessages.get>,
): string {
  const day = formatDay(time)
  return step === 'day' ? day : messages.week({ day })
}
